import type { EvidenceEntry } from '@perenne/contract/evidence';
import { parisTime } from '../../../platform/time/calendar.ts';
import { html, type Html } from '../../../platform/mail/html.ts';
import type { ReadChapter } from '../../evidence/evidence.ts';
import { actionWords, actorWords, refused } from './journal.words.ts';
import { pagePolicy, pageStyle } from './page-style.ts';

/** `journal/journal.html`: the journal to read and to print, each line in French and in English. */
export async function* journalPage(chapters: AsyncIterable<ReadChapter>): AsyncGenerator<string> {
  yield pageHead;
  for await (const { id, groups } of chapters) {
    yield chapterHead(id);
    for await (const entries of groups) for (const entry of entries) yield `${row(entry).source}\n`;
    yield '</tbody></table>\n';
  }
  yield '</body></html>\n';
}

const pageHead = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
${pagePolicy.source}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Journal · Pérenne</title>
${pageStyle.source}
</head>
<body>
<h1>Journal du coffre · <span lang="en">Journal of the safe</span></h1>
<p>Chaque entrée est liée à la précédente par une empreinte. Le fichier journal.json les contient toutes, avec ce qu’il faut pour les recalculer. Les heures sont celles de Paris.</p>
<p lang="en" class="soft">Each entry is tied to the one before by a digest. The file journal.json holds them all, with what it takes to recompute them. Times are Paris time.</p>
`;

const columns: ReadonlyArray<readonly [string, string]> = [
  ['N°', 'No.'],
  ['Date', 'Date'],
  ['Action', 'Action'],
  ['Auteur', 'By'],
  ['Objet', 'Object'],
  ['Empreinte', 'Digest'],
];

function chapterHead(id: string): string {
  const heads = columns.map((words) => html`<th scope="col">${twice(words)}</th>`.source);
  const title = html`<h2>${twice(['Coffre', 'Safe'])} <code>${id}</code></h2>`.source;
  return `${title}\n<table><thead><tr>${heads.join('')}</tr></thead><tbody>\n`;
}

function row(entry: EvidenceEntry): Html {
  const { seq, at, result, hash, details = {} } = entry;
  const outcome = result === 'refused' ? html` (${twice(refused)})` : '';
  const { title, address, name } = details;
  return html`<tr>
    <td>${String(seq)}</td>
    <td>${parisTime('fr', new Date(at))}</td>
    <td>${twice(actionWords(entry))}${outcome}</td>
    <td>${name === undefined ? twice(actorWords(entry)) : name}</td>
    <td>${title ?? ''}${address === undefined ? '' : html`<div class="soft">IP ${address}</div>`}</td>
    <td><code>${hash}</code></td>
  </tr>`;
}

/** In French, then in English where that is another word. */
const twice = ([fr, en]: readonly [string, string]): Html =>
  fr === en ? html`${fr}` : html`${fr} · <span lang="en">${en}</span>`;
