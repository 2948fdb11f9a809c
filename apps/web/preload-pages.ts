import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

/** The pages where a visit begins: they and their words are asked for once the first script has run. */
const pages = {
  home: ['src/app/safe-layout.tsx', 'src/features/home/home-page.tsx'],
  documents: ['src/app/safe-layout.tsx', 'src/app/pages/documents-route.tsx'],
  visitor: ['src/app/pages/visitor-pages.tsx'],
  'safe-fr': ['src/messages/fr/safe.ts'],
  'safe-en': ['src/messages/en/safe.ts'],
  'visitor-fr': ['src/messages/fr/visitor.ts'],
  'visitor-en': ['src/messages/en/visitor.ts'],
};

/** The groups of scripts that a visitor needs nothing of. One icon among theirs would bring all of them. */
const apartFromVisitors = ['sign-in', 'safe', 'documents'];

/**
 * Gives `boot.js` the files of the pages where a visit begins, so that a browser fetches them beside the first
 * script, not after it has run.
 */
export const preloadPages = (): Plugin => ({
  name: 'preload-pages',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const loadedAnyway = filesOf(bundle, ['src/main.tsx', 'index.html']);
      const attributes = Object.entries(pages).map(([page, modules]) => {
        const files = [...filesOf(bundle, modules)].filter((file) => !loadedAnyway.has(file));
        if (files.length === 0) throw new Error(`No file of the page “${page}” was built`);
        if (page === 'visitor') requireApart(files, bundle);
        return `data-${page}="${files.map((file) => `/${file}`).join(' ')}"`;
      });
      return html.replace('<script src="/boot.js"', `<script src="/boot.js" ${attributes.join(' ')}`);
    },
  },
});

function requireApart(files: readonly string[], bundle: Bundle): void {
  const brought = files.filter((file) => apartFromVisitors.includes(bundle[file]?.name ?? ''));
  if (brought.length > 0)
    throw new Error(`Visitors would load ${brought.join(', ')}: see the groups in vite.config.ts`);
}

/** The scripts and styles that importing these modules brings. */
function filesOf(bundle: Bundle, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') return;
    files.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) {
    const isWanted = chunk.type === 'chunk' && modules.some((module) => chunk.facadeModuleId?.endsWith(`/${module}`));
    if (isWanted) add(chunk.fileName);
  }
  return files;
}
