import { universalTime } from '../../../../platform/time/calendar.ts';
import type { Fonts } from '../../../../platform/fonts.ts';
import { drawLetterhead, drawRows, letter, type Row } from '../../../../platform/pdf/letter.ts';
import { ink, openSheet, type Sheet } from '../../../../platform/pdf/sheet.ts';
import type { Seal } from '../../../../platform/seals/seals.ts';
import { writeDepositor, type AttestationWords } from './attestation.words.ts';
import type { AttestedFacts } from './attested-facts.ts';

type Drawing = {
  words: AttestationWords;
  facts: AttestedFacts;
  file: Buffer;
  seal: Seal;
  /** Now: when the attestation is made. */
  at: Date;
  /** Whether the signature of the whole gets a timestamp. */
  isStamped: boolean;
};

const { left: x, width } = letter;
const labelWidth = 118;
const main = { labelWidth, padding: 3.4, size: 9.5 };
/** As many hexadecimal digits as a line holds. */
const exact = { labelWidth, padding: 3, size: 8 };

/**
 * One A4 page: the document, its deposit, its digests, the journal's entry, the seal; the sealed facts inside, and room
 * for the signature of the whole.
 */
export async function drawAttestation(fonts: Fonts, drawing: Drawing): Promise<Buffer> {
  const { words, facts, file, seal, at } = drawing;
  const sheet = openSheet(fonts, {
    title: `${words.title} – Pérenne`,
    author: 'Pérenne',
    madeAt: at,
    isArchival: true,
    language: words.locale === 'fr' ? 'fr-FR' : 'en-GB',
  });
  drawLetterhead(sheet, words.tagline);
  let y = sheet.say('H1', words.title, { x, y: 116, width, font: 'title', size: 21 }) + 2;
  y = sheet.say('P', words.introduction, { x, y, width, size: 10, color: ink.muted }) + 10;
  y = drawRows(sheet, fitted(sheet, mainRows(words, facts)), { top: y, ...main }) + 12;
  y = drawPart(sheet, { title: words.digests, rows: digestRows(facts), top: y });
  y = drawPart(sheet, { title: words.journal.title, rows: journalRows(words, facts), top: y });
  y = drawPart(sheet, { title: words.seal.title, rows: sealRows(drawing), top: y });
  y = sheet.say('H2', words.checks.title, { x, y, width, font: 'strong', size: 10.5 }) + 2;
  y = sheet.say('P', words.checks.text, { x, y, width, size: 9, lineGap: 2.5, color: ink.muted }) + 2;
  const addresses = `${facts.installation}/verifier.html · /backend/docs`;
  sheet.say('P', addresses, { x, y, width, size: 9, font: 'strong' });
  const { facts: factsAbout, seal: sealAbout } = words.files;
  const signature = Buffer.from(`${seal.signature}\n`);
  sheet.attach({ name: 'attestation.json', mediaType: 'application/json', description: factsAbout, content: file });
  sheet.attach({ name: 'attestation.sig.txt', mediaType: 'text/plain', description: sealAbout, content: signature });
  sheet.addSignature({ name: 'Pérenne', reason: words.title, at });
  return sheet.finish();
}

function mainRows(words: AttestationWords, { document, deposit, safe }: AttestedFacts): Row[] {
  const at = new Date(deposit.at);
  return [
    [words.document.title, document.title],
    [words.document.type, words.types[document.type]],
    [words.document.fileName, document.fileName],
    [words.document.mediaType, document.mimeType],
    [words.document.size, words.size(document.sizeBytes)],
    [words.deposit.at, words.time(at)],
    [words.deposit.universal, universalTime(at)],
    [words.deposit.by, writeDepositor(words, deposit)],
    [words.deposit.safe, safe.holder],
    [words.document.reference, document.id],
  ];
}

const digestRows = ({ document: { sha256, sha512 } }: AttestedFacts): Row[] => [
  ['SHA-256', sha256],
  ['SHA-512', `${sha512.slice(0, 64)}\n${sha512.slice(64)}`],
];

const journalRows = ({ journal: words }: AttestationWords, { journal }: AttestedFacts): Row[] => [
  ...(journal.chapter === undefined ? [] : [[words.chapter, journal.chapter] as const]),
  [words.seq, `${journal.seq} (${journal.action})`],
  [words.hash, journal.hash],
  [words.prevHash, journal.prevHash],
  ...(journal.depositHash === null ? [] : [[words.depositHash, journal.depositHash] as const]),
];

const sealRows = ({ words: { seal: words }, seal: { kid, signature }, isStamped }: Drawing): Row[] => [
  [words.key, kid],
  [words.signature, signature],
  [words.stamp, isStamped ? words.stamped : words.notStamped],
];

function drawPart(sheet: Sheet, { title, rows, top }: { title: string; rows: readonly Row[]; top: number }): number {
  const y = sheet.say('H2', title, { x, y: top, width, font: 'strong', size: 10.5 }) + 3;
  return drawRows(sheet, rows, { top: y, ...exact }) + 11;
}

const mostLines = 3;

/** The page is one page, whatever people type: the sealed facts hold the whole of it. */
function fitted(sheet: Sheet, rows: readonly Row[]): Row[] {
  const place = { width: width - labelWidth - 16, font: 'strong', size: main.size } as const;
  const most = sheet.height('\n'.repeat(mostLines - 1), place) + 0.1;
  return rows.map(([label, value]) => {
    let shown = [...value];
    if (sheet.height(value, place) <= most) return [label, value];
    while (sheet.height(`${shown.join('')}…`, place) > most) shown = shown.slice(0, -4);
    return [label, `${shown.join('')}…`];
  });
}
