import type { Document } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import type { Invoice, InvoiceAmount } from '@perenne/contract/invoices';
import { titleFromName } from '../record/documents.rules.ts';
import type { DocumentSecrets } from '../record/sealed-document.ts';

/** So that the number and the amount have room beside it. */
const longestSupplier = 120;
const longestNumber = 40;

const names = { INVOICE: 'facture', CREDIT_NOTE: 'avoir' } as const;

/** `96,26 €`, as French writes it. */
const writeAmount = ({ value, currency }: InvoiceAmount): string =>
  new Intl.NumberFormat('fr-FR', { style: 'currency', currency }).format(value);

/** No longer than so many letters, and no half of one. */
const cut = (text: string, mostLetters: number): string =>
  text
    .slice(0, mostLetters)
    .replace(/\p{Cs}/gu, '')
    .trim();

/** `Lumen Énergie – facture 2026-10 – 96,26 €`: its month, or its number where it has no date. */
export function titleOfInvoice({ kind, supplier, date, number, amount }: Invoice): string | undefined {
  if (supplier === undefined) return undefined;
  const which = date?.slice(0, 7) ?? (number === undefined ? undefined : cut(number, longestNumber));
  const parts = [
    cut(supplier, longestSupplier),
    which === undefined ? names[kind] : `${names[kind]} ${which}`,
    ...(amount ? [writeAmount(amount)] : []),
  ];
  return cut(parts.join(' – '), limits.title);
}

type Standing = { addedBy: Document['addedBy']; isInTrash: boolean };

/** Adds its invoice to a document’s secrets: title and type change only where they are the machine’s own. */
export function understandInvoice(secrets: DocumentSecrets, standing: Standing, invoice: Invoice): DocumentSecrets {
  const title = isTitleOfMachine(secrets, standing) ? titleOfInvoice(invoice) : undefined;
  const isUntyped = secrets.type === 'AUDO' && secrets.ownerSaid?.type !== true;
  const type = isUntyped && mayBeNamed(standing) ? 'FACTA' : secrets.type;
  return { ...secrets, invoice, type, ...(title !== undefined && { title }) };
}

/** The employer names its own deposits, and nothing in the trash changes. */
const mayBeNamed = ({ addedBy, isInTrash }: Standing): boolean => addedBy !== 'company' && !isInTrash;

/** A collector’s title, or the name of a file that its owner added; a file that someone was asked for is the sender’s. */
function isTitleOfMachine(secrets: DocumentSecrets, standing: Standing): boolean {
  if (!mayBeNamed(standing) || secrets.ownerSaid?.title === true) return false;
  if (standing.addedBy === 'collector') return true;
  return secrets.originName === undefined && secrets.title === titleFromName(secrets.fileName);
}
