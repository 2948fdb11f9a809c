import { realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * A program: makes one file of a collector's folder, and prints it with its source map. It is a process of its own
 * since its compiler is native code, which has no business beside the keys of safes.
 */
const folder = realpathSync(process.argv[2] ?? '');
const main = fileURLToPath(new URL('./child/main.ts', import.meta.url));
const collector = path.join(folder, 'collect.ts');
const entry = 'perenne:run';

const kit = path.dirname(fileURLToPath(import.meta.resolve('@perenne/collecting/run')));
const ours = ['./', '../isolation/child/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/** A collector reads its own folder, the kit and packages: this process may read more, such as the keys of safes. */
const isOfCollector = (file: string): boolean =>
  file.includes(`${path.sep}node_modules${path.sep}`) ||
  [folder, kit, ...ours].some((place) => file.startsWith(path.join(place, path.sep)));

const bundle = await rolldown({
  input: entry,
  platform: 'node',
  cwd: folder,
  tsconfig: false,
  // Packages try whether their native parts are there: a run may load none.
  external: /\.node$/,
  logLevel: 'silent',
  plugins: [
    {
      name: 'run',
      resolveId: (id) => (id === entry ? entry : undefined),
      load: (id) => {
        if (id === entry)
          // The order counts: what `main` closes is closed before the collector's code begins.
          return `import { begin } from ${JSON.stringify(main)};
             import { collect } from ${JSON.stringify(collector)};
             begin(collect);`;
        if (path.isAbsolute(id) && !isOfCollector(id))
          throw new Error(`a collector may load its own files, the kit and packages, and not ${id}`);
        return undefined;
      },
    },
  ],
});
const { output } = await bundle.generate({ format: 'cjs', sourcemap: true, codeSplitting: false, dir: folder });
await bundle.close();
const [{ code, map }] = output;
const sources = map?.sources.map((source) => path.resolve(folder, source));
process.stdout.write(JSON.stringify({ code, map: { ...map, sources, sourcesContent: undefined } }));
