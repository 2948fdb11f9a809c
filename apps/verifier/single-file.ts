import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/**
 * Puts the script and the styles into the page, and leaves one file: `verifier.html`. The page brings its own policy,
 * which allows these two and a worker made of the script, and forbids every connection: from a disk as from the server.
 */
export const singleFile = (): Plugin => ({
  name: 'single-file',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const parts = Object.values(bundle);
    const page = parts.find(({ fileName }) => fileName === 'index.html');
    const script = parts.find((part) => part.type === 'chunk' && part.isEntry);
    const styles = parts.find(({ fileName }) => fileName.endsWith('.css'));
    if (page?.type !== 'asset' || script?.type !== 'chunk' || styles?.type !== 'asset' || parts.length !== 3)
      throw new Error(`the page is not one script and one style sheet: ${Object.keys(bundle).join(', ')}`);
    const inside = { script: forHtml(script.code), styles: String(styles.source).trim() };
    const source = String(page.source)
      .replaceAll(/\s*<(script|link)\b[^>]*(><\/script)?>/g, '')
      .replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${policyOf(inside)}`)
      .replace('</head>', () => `<style>${inside.styles}</style>\n  </head>`)
      .replace('</body>', () => `<script>${inside.script}</script>\n  </body>`);
    for (const { fileName } of parts) delete bundle[fileName];
    this.emitFile({ type: 'asset', fileName: 'verifier.html', source });
  },
});

type Inside = { script: string; styles: string };

function policyOf({ script, styles }: Inside): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(styles)}`,
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}" />`;
}

/** Escapes text that would end the script's element early, or begin a comment in it. */
const forHtml = (code: string): string =>
  code
    .trim()
    .replaceAll('</script', String.raw`<\/script`)
    .replaceAll('<!--', String.raw`\x3C!--`);
