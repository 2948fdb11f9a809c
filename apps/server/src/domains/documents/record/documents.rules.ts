import type { Document, DocumentType } from '@perenne/contract/documents';
import { hasVisibleSign } from '@perenne/contract/names';
import type { categoryKinds } from '@perenne/contract/places';

export type CategoryKind = (typeof categoryKinds)[number];

/** The category for a document of each type when nobody names a place. */
const kindByType: Partial<Record<DocumentType, CategoryKind>> = {
  PAYE: 'payslips',
  CONT: 'work',
  DPLM: 'work',
  PRN_STC: 'work',
  PRN_WORKCERT: 'work',
  PRN_AER: 'work',
  PRN_SOLIDARITY: 'work',
  PRN_DOCSORTIE: 'work',
  FACT: 'invoices',
  FACTA: 'invoices',
  CIDT: 'identity',
  PSPR: 'identity',
  PECO: 'identity',
  AECV: 'identity',
  ACNS: 'identity',
};

export const categoryKindOf = (type: DocumentType): CategoryKind => kindByType[type] ?? 'other';

/** The starting categories of a safe, in their order, in the language of its owner. */
export const startingCategories: Record<'fr' | 'en', ReadonlyArray<readonly [CategoryKind, string]>> = {
  fr: [
    ['payslips', 'Bulletins de paie'],
    ['work', 'Contrats et emploi'],
    ['identity', 'Identité'],
    ['housing', 'Logement'],
    ['bank', 'Banque et assurances'],
    ['health', 'Santé'],
    ['invoices', 'Factures'],
    ['other', 'Autres'],
  ],
  en: [
    ['payslips', 'Payslips'],
    ['work', 'Contracts and work'],
    ['identity', 'Identity'],
    ['housing', 'Housing'],
    ['bank', 'Bank and insurance'],
    ['health', 'Health'],
    ['invoices', 'Invoices'],
    ['other', 'Other'],
  ],
};

/** Whether a category bears the name that it started with, in a language of the product: nobody has renamed it. */
export const isStartingTitle = (kind: string | null, title: string): boolean =>
  Object.values(startingCategories).some((starting) => starting.some(([of, name]) => of === kind && name === title));

/** The title of a category in the language that its reader asks for, unless its owner gave it a name. */
export function titleIn(locale: 'fr' | 'en' | null | undefined, kind: string | null, title: string): string {
  if (!locale || !isStartingTitle(kind, title)) return title;
  return startingCategories[locale].find(([of]) => of === kind)?.[1] ?? title;
}

/** Control characters, direction marks, line ends and what paths are made of: a file's name is only a name. */
const unfitForNames = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A cut through a character leaves none. */
const halves = /\p{Cs}/gu;

export const cleanFileName = (name: string): string =>
  // Browsers write a quotation mark and the two signs of a line's end so in the head of a part.
  (name.split(/[/\\]/).pop() ?? '')
    .replaceAll('%22', '"')
    .replace(/%0[AD]/g, decodeURIComponent)
    .replace(unfitForNames, '')
    .trim()
    .slice(-200)
    .replace(halves, '');

/** The title when nobody gave one: the file's name without the extension, if that shows anything. */
export function titleFromName(fileName: string): string {
  const name = fileName.replace(/\.[^.]+$/, '').trim();
  const shown = hasVisibleSign(name) ? name : fileName;
  return shown.slice(0, 200).replace(halves, '');
}

/** Types that an employer gives: originals, whose type their owner does not change. */
export const canChangeType = (addedBy: Document['addedBy']): boolean => addedBy !== 'company';
