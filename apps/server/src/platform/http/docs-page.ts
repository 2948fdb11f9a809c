import { endpoints } from '@perenne/contract/endpoints';
import type { Endpoint } from '@perenne/contract/endpoint';
import { errorStatus } from '@perenne/contract/errors';
import { z } from 'zod';

/** The interface as a page without a script: one section a call, in the order of the contract. */
export const docsPage = (version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pérenne – interface</title>
<link rel="stylesheet" href="/backend/docs.css">
</head>
<body>
<header><h1>Pérenne – interface</h1>
<p>Version ${escapeHtml(version)}. The same as <a href="/backend/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Calls"><ul>${endpoints.map(listCall).join('')}</ul></nav>
<main>${endpoints.map(describeCall).join('\n')}</main>
</body>
</html>`;

const listCall = (e: Endpoint): string =>
  `<li><a href="#${e.id}"><code>${e.method}</code> ${escapeHtml(e.path)}</a></li>`;

const describeCall = (e: Endpoint): string => `<section id="${e.id}">
<h2><code>${e.method}</code> <code>${escapeHtml(e.path)}</code></h2>
<p>${escapeHtml(e.summary)}.</p>
<dl>
<dt>Token</dt><dd>${e.token}</dd>
${e.setsToken ? '<dt>New token</dt><dd>in <code>Set-Authorization</code></dd>' : ''}
${describeSchema('Path', e.params)}${describeSchema('Query', e.query)}${describeSchema('Headers', e.headers)}
${describeSchema('Body', e.body)}${describeSchema('Form, beside the part <code>file</code>', e.form)}
${describeSchema('Answer', e.response)}
<dt>Errors</dt><dd>${e.errors.map((code) => `<code>${errorStatus[code]} ${code}</code>`).join(', ') || 'none of its own'}</dd>
</dl></section>`;

function describeSchema(title: string, schema: z.ZodType | undefined): string {
  if (!schema) return '';
  const described: Record<string, unknown> = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  delete described['$schema'];
  return `<dt>${title}</dt><dd><details><summary>JSON schema</summary><pre>${escapeHtml(JSON.stringify(described, null, 2))}</pre></details></dd>`;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const docsStyle = `
:root { color-scheme: light dark; --text: #12242b; --canvas: #f4f7f7; --line: #dbe3e5; --link: #134c5c; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eef0; --canvas: #0a1419; --line: #22353d; --link: #86cbdc; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--canvas); }
a { color: var(--link); }
nav ul { padding: 0; list-style: none; columns: 20rem; font-size: .875rem; }
section { border-top: 1px solid var(--line); padding: 1rem 0; }
h2 { font-size: 1.125rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: .25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
pre { overflow: auto; }
summary { cursor: pointer; min-height: 1.75rem; }
`;
