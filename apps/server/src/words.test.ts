import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));
/** Sources of words that a person sees, beside those that a name announces. */
const others = [
  'domains/documents/integrity/damage/damaged-entry.ts',
  'domains/documents/record/documents.rules.ts',
  'domains/exports/archive/manifest.rules.ts',
  'platform/time/calendar.ts',
  'platform/mail/layout.ts',
  'platform/pdf/letter.ts',
  'platform/pdf/sheet.ts',
];
const files = [...globSync('**/*.{messages,words,page}.ts', { cwd: folder }), ...others].toSorted();

const root = `${folder}../../../`;
const manifests = globSync(['apps/server/collectors/*/manifest.json', 'packages/collecting/examples/*/manifest.json'], {
  cwd: root,
}).toSorted();

/** The code of SMS has an alphabet without no-break spaces. */
const withoutTexts = (source: string): string => source.replace(/export const \w+Texts\b[\s\S]*?\n\}/g, '');
const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
const decoded = (literal: string): string =>
  literal.replace(/\\u([\da-f]{4})/gi, (_whole, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

const codeToken = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[`{}]|[^'"`{}]+|./sy;
const templateToken = /\$\{|`|(?:\\.|[^\\`$])+|./sy;

/** The words of a source in quotes and templates, nested ones too, without tags and the values that it puts in. */
function literalsOf(source: string): string[] {
  const code = withoutComments(source);
  const found: string[] = [];
  const templates: Array<{ text: string; braces: number }> = [];
  for (let at = 0; at < code.length;) {
    const template = templates.at(-1);
    const isText = template?.braces === 0;
    const pattern = isText ? templateToken : codeToken;
    pattern.lastIndex = at;
    const token = pattern.exec(code)?.[0] ?? '';
    at += token.length;
    if (isText && token === '`') found.push(templates.pop()?.text ?? '');
    else if (isText && token === '${') Object.assign(template, { text: `${template.text}…`, braces: 1 });
    else if (isText) template.text += token;
    else if (token === '`') templates.push({ text: '', braces: 0 });
    else if (template && /^[{}]$/.test(token)) template.braces += token === '{' ? 1 : -1;
    else if (/^['"]./.test(token)) found.push(token.slice(1, -1));
  }
  return found.map((text) => decoded(text).replace(/<[^>]*>/g, ' '));
}

const isEnglish = (words: string): boolean => /\b(?:the|your|you|this|has|of|and|was|is|to|by|with)\b/i.test(words);

/** Forms that are never right, whoever reads them. */
const banned = {
  fr: [
    /accusé|cachet|exploitant|jeton|second facteur|deux étapes/i,
    // A share is protected by a « code de sécurité », which its owner chose.
    /codes? (?:de (?:confirmation|validation|contrôle)|à usage unique)|code OTP/i,
    /mots? de passe(?: est| sont)? (?:erron|fau[xs]|invalide|inexact|incorrecte)|mauvais mots? de passe/i,
    // An SMS goes to a mobile, a person has a phone.
    /téléphones? (?:mobile|portable)s?|\b(?:mobile|portable)s?\b/i,
    /(?<![\p{L}\p{N}-])(?:e?mails?|courriels?|mél|courriers? électroniques?)(?![\p{L}\p{N}-])/iu,
    /\p{N}[\s\u00a0\u202f](?:[kKMG]B|K[oO]|KO|[KMG]i[oB])\b/u,
    // eIDAS keeps these words for trust services that a member state has listed.
    /qualifié|certifiée?s?(?!\p{L})/iu,
  ],
  en: [
    /e-mail|\bSMS\b|\bhash|\btoken|second step|second factor/i,
    /(?:confirmation|validation|one-time|single-use) codes?|\bOTP\b/i,
    /invalid password|password (?:is )?(?:invalid|false)/i,
    /\b(?:mobiles?|cell ?phones?|telephones?)\b/i,
    /\p{N}[\s\u00a0](?:[kMG]o|kb|[KMG]iB)\b/u,
    /\b(?:qualified|certified)\b/i,
  ],
} as const;

const faultsOf = (words: readonly string[], locale: 'fr' | 'en'): string[] =>
  words.filter((each) => banned[locale].some((form) => form.test(each)));

const misset = (words: readonly string[]): string[] =>
  words.filter((each) =>
    / [:;?!%»]|« |\p{L}'\p{L}|\.\.\.|\u202f[:»]|«\u202f|\u00a0[;?%]|\p{N} (?:[kMG]?o|octets?)\b/u.test(each),
  );

describe.each(files)('the words of mails, SMS and PDF in %s', (file) => {
  const source = readFileSync(`${folder}${file}`, 'utf8');
  // A literal of one word is a name of the code: `email`, `mobile`.
  const words = literalsOf(source).filter((each) => /\s/.test(each.trim()));

  it('have one word for one thing', () => {
    expect(
      faultsOf(
        words.filter((each) => !isEnglish(each)),
        'fr',
      ),
    ).toEqual([]);
    expect(
      faultsOf(
        words.filter((each) => isEnglish(each)),
        'en',
      ),
    ).toEqual([]);
  });

  it('set French as the pages do: no-break spaces, of the right width, and curved apostrophes', () => {
    expect(misset(literalsOf(withoutTexts(source)))).toEqual([]);
  });
});

describe.each(manifests)('the words of a collector in %s', (file) => {
  type Both = { fr: string; en: string };
  type Manifest = { name: Both; fields: Array<{ label: Both; help?: Both }> };
  const { name, fields } = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as Manifest;
  const words = [name, ...fields.flatMap(({ label, help }) => (help ? [label, help] : [label]))];

  it('have one word for one thing, and French is set as on the pages', () => {
    const french = words.map(({ fr }) => fr);
    expect(faultsOf(french, 'fr')).toEqual([]);
    expect(misset(french)).toEqual([]);
    expect(
      faultsOf(
        words.map(({ en }) => en),
        'en',
      ),
    ).toEqual([]);
  });
});

it('are found, all of them', () => {
  expect(files.filter((file) => /\.(?:messages|words)\.ts$/.test(file)).length).toBeGreaterThan(20);
  expect(files.filter((file) => file.endsWith('.page.ts')).length).toBeGreaterThan(3);
  expect(manifests.length).toBeGreaterThan(4);
});

it('are read in a template within a template too, without its tags', () => {
  const page = 'html`<p class="x">Un ${bold ? html`<b>mot\\u00a0:</b>` : \'court\'} ${{ a: `b ${c}` }.a}</p>`';
  expect(literalsOf(page)).toEqual([' mot\u00a0: ', 'court', 'b …', ' Un … … ']);
});
