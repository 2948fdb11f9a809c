import { readFile } from 'node:fs/promises';
import { icons as tabler } from '@iconify-json/tabler';
import type { Plugin } from 'vite';

const prefix = 'tabler-icon:';

/**
 * Gives the icons of `src/ui/buttons/icons.ts` their lines, each in a module of its own: a page loads those that it
 * imports, as it does with any package of components.
 */
export const tablerIcons = (): Plugin => ({
  name: 'tabler-icons',
  enforce: 'pre',
  buildEnd(error) {
    // Without it, each icon would be a sheet without lines.
    const isGiven = [...this.getModuleIds()].some((id) => id.startsWith(prefix));
    if (!error && !isGiven) throw new Error('no icon was given its lines: where is the list of icons?');
  },
  resolveId: {
    filter: { id: /^tabler-icon:/ },
    handler: (id) => id,
  },
  load: {
    filter: { id: [/^tabler-icon:/, /\/src\/ui\/buttons\/icons\.ts$/] },
    async handler(id) {
      const code = id.startsWith(prefix) ? iconModule(id.slice(prefix.length)) : await readList(id);
      return { code, moduleType: 'js', moduleSideEffects: false };
    },
  },
});

/** The list of icons, which leads to the module of each. */
async function readList(file: string): Promise<string> {
  const list = await readFile(file, 'utf8');
  const exported = list.matchAll(/^export const (Icon\w+) = makeIcon\('([a-z0-9-]+)'\);$/gm);
  return [...exported].map(([, icon, name]) => `export { icon as ${icon} } from '${prefix}${name}';`).join('\n');
}

function iconModule(name: string): string {
  const [label, lines] = [name, linesOf(name)].map((value) => JSON.stringify(value));
  return [
    `import { makeIcon } from '/src/ui/buttons/icon.tsx';`,
    `export const icon = /* @__PURE__ */ makeIcon(${label}, ${lines});`,
  ].join('\n');
}

/** The `d` of each path. An icon drawn in another way would lose a part of itself, and is refused. */
function linesOf(name: string): string[] {
  const body = tabler.icons[name]?.body ?? '';
  const lines = [...body.matchAll(/<path[^>]*? d="([^"]+)"\/>/g)].map(([, line]) => line ?? '');
  const isWhole = body.replaceAll(/<path[^>]*>|<\/?g[^>]*>/g, '') === '' && !body.includes('fill="currentColor"');
  if (lines.length === 0 || !isWhole) throw new Error(`Tabler has no icon “${name}” that is made of lines.`);
  return lines;
}
