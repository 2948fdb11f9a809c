import { createHash } from 'node:crypto';
import type { Html } from '../../../platform/mail/html.ts';

/** For pages that are read in fifty years, without a network: the fonts of the system, light and dark, and on paper. */
const style = `
:root { color-scheme: light dark; --ink: #12242b; --soft: #4b5d64; --line: #c9d6da; --ground: #ffffff; --tint: #eef4f5; --link: #134c5c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eef0; --soft: #a9bcc3; --line: #35505a; --ground: #0c1a20; --tint: #14272f; --link: #8fc7d6; } }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 60rem; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1.5rem 0 1rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; }
a { color: var(--link); } nav a { margin-right: 1rem; } section + section { border-top: 1px solid var(--line); margin-top: 3rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 600; } code, pre { font: .9em/1.5 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
pre { background: var(--tint); padding: 1rem; border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
@media screen and (max-width: 47.99rem) { tr, th, td { display: block; } tr { padding: .5rem 0; border-bottom: 1px solid var(--line); } th, td { padding: .1rem 0; border: 0; } thead { display: none; } thead + tbody td:first-child::before { content: "N° "; } }
@media (min-width: 48rem) { th[scope=row] { min-width: 16rem; } }
.soft { color: var(--soft); }
@media print { body { max-width: none; padding: 0; font-size: 10pt; color: #000; background: #fff; } nav { display: none; } tr { break-inside: avoid; } thead { display: table-header-group; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** First in a page, so that whatever comes after it has that one style, and neither runs, loads nor sends anything. */
export const pagePolicy: Html = {
  source: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">`,
};

export const pageStyle: Html = { source: `<style>${style}</style>` };
