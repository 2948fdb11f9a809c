import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { CommandFailed } from './command.ts';

/**
 * The text of a file of the caller's.
 * @throws {CommandFailed} in the stream, at bytes that are not UTF-8, which would be sent with marks in their place
 */
export const readText = (file: string): Readable =>
  Readable.from(decode(file), { objectMode: false, encoding: 'utf8' });

async function* decode(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new CommandFailed(`The file ${file} is not written in UTF-8.`);
    throw error;
  }
}
