import type { ParseArgsConfig } from 'node:util';

type Output = { write(text: string): unknown };

/** The world that a command may touch; without an environment, the process's own is read. */
export type Terminal = { out: Output; err: Output; environment?: NodeJS.ProcessEnv };

/** The words and options that were given to a command. */
export type Given = {
  positionals: string[];
  text(option: string): string | undefined;
  texts(option: string): string[];
  isSet(option: string): boolean;
};

export type Command = {
  /** The words that call it: `employer create`. */
  name: string;
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Resolves with the exit code: 0 when all is done, 1 when something was refused. */
  run(given: Given, terminal: Terminal): Promise<number>;
};

/** A command that cannot be understood: the operator reads one sentence, with where to read more. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that the outside refused or did not answer: the operator reads one sentence. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** @throws {UsageError} */
export function required(given: Given, option: string): string {
  const value = given.text(option);
  if (value === undefined || value.trim() === '') throw new UsageError(`--${option} is missing.`);
  return value;
}
