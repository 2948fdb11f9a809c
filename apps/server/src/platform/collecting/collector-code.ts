import { execFile } from 'node:child_process';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ProcessOptions } from './collector-process.ts';
import { compileScript, startOf } from './compile-script.ts';
import type { CodePlace } from './messages.ts';

/** A collector with all that it loads, as one file. */
export type CollectorCode = {
  /** The bytes that the process of a run is sent first. */
  start: Buffer;
  /** The first of these places that is in the collector's own files, or else the first one. */
  whereOf(places: readonly CodePlace[]): string;
  /** Names the files that the author wrote in what a process says of an error. */
  withSources(words: string): string;
};

/** @throws with what the compiler says of the author's file */
export type CollectorCodes = (folder: string, options: ProcessOptions) => Promise<CollectorCode>;

/** Makes the code of a collector when it is first run, and keeps it: a release changes with its process. */
export function keepCollectorCodes(): CollectorCodes {
  const codes = new Map<string, Promise<CollectorCode>>();
  return (folder, options) => {
    const loading = codes.get(folder) ?? loadCollectorCode(folder, options);
    codes.set(folder, loading);
    loading.catch(() => void codes.delete(folder));
    return loading;
  };
}

const bundler = fileURLToPath(new URL('./bundle-collector.ts', import.meta.url));
const bundledAtMostBytes = 50_000_000;

async function loadCollectorCode(folder: string, options: ProcessOptions): Promise<CollectorCode> {
  const { code, map } = JSON.parse(await bundle(folder)) as {
    code: string;
    map: ConstructorParameters<typeof SourceMap>[0];
  };
  const script = Buffer.from(scriptOf(code, folder));
  // Without it each run compiles for itself, and says what is wrong with the code.
  const compiled = (await compileScript(script, options)) ?? Buffer.alloc(0);
  const sources = new SourceMap(map);
  const sourceOf = ({ line, column }: CodePlace): string | undefined => {
    const found = sources.findEntry(line - 1 - linesBefore, column - 1);
    if (!('originalSource' in found)) return undefined;
    return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
  };
  const isOwn = (source: string | undefined) => source?.startsWith(`${folder}${path.sep}`);
  return {
    start: startOf(script, compiled),
    whereOf(places) {
      const found = places.map(sourceOf);
      const source = found.find(isOwn) ?? found.find((each) => each !== undefined);
      return source?.split(/[/\\]/).slice(-2).join('/') ?? 'unknown';
    },
    withSources: (words) =>
      words.replaceAll(/\/collector\.cjs:(\d+):(\d+)/g, (place, line, column) => {
        return sourceOf({ line: Number(line), column: Number(column) }) ?? place;
      }),
  };
}

async function bundle(folder: string): Promise<string> {
  const settings = { env: {}, maxBuffer: bundledAtMostBytes };
  try {
    return (await promisify(execFile)(process.execPath, [bundler, folder], settings)).stdout;
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : '';
    throw new Error(`its code cannot be read: ${said}`, { cause });
  }
}

const linesBefore = 1;

/** A function, which gets what a module gets: the one line before the code has nothing to be found in. */
function scriptOf(code: string, folder: string): string {
  const file = path.join(folder, 'collect.ts');
  const names = `const __filename = ${JSON.stringify(file)}, __dirname = ${JSON.stringify(folder)};`;
  return `(function (require) { ${names}\n${code}\n})`;
}
