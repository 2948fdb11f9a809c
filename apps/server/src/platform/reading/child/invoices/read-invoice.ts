import type { Invoice, InvoiceAmount } from '@perenne/contract/invoices';
import { decodeText } from '../encodings.ts';
import { syntaxes, type InvoiceField } from './syntaxes.ts';
import { readValues, type XmlValue, type XmlValues } from './xml-values.ts';

/** The XML of thousands of lines takes no more. */
export const longestXmlBytes = 5_000_000;

/** As the contract bounds them: this process loads nothing of it. */
const longest = { supplier: 200, number: 100 } as const;

/**
 * Reads an invoice, in whichever of the syntaxes; returns null if the XML is something else. The bytes decide their
 * encoding, whatever the declaration says.
 * @throws {Error} the XML is not well-formed, declares a document type, or passes a bound
 */
export function readInvoice(xml: Buffer): Invoice | null {
  if (xml.length > longestXmlBytes) throw new Error('the XML is too long');
  const read = readValues(decodeText(xml), syntaxes);
  return read && present(read);
}

/** Null where it says neither from whom it comes, nor its number, nor how much it is. */
function present({ root, values }: XmlValues<InvoiceField>): Invoice | null {
  const currency = values.get('currency')?.text.trim();
  const textOf = (field: InvoiceField, mostLetters: number) => lineOf(values.get(field)?.text ?? '', mostLetters);
  const amountOf = (field: InvoiceField) => readAmount(values.get(field), currency);
  const supplier = textOf('supplier', longest.supplier) ?? textOf('tradingName', longest.supplier);
  const number = textOf('number', longest.number);
  const date = readDay(values.get('date')?.text ?? '');
  const dueDate = readDay(values.get('dueDate')?.text ?? '');
  const amount = amountOf('withTax') ?? amountOf('payable');
  const amountWithoutTax = amountOf('withoutTax');
  if (supplier === undefined && number === undefined && amount === undefined) return null;
  return {
    kind: isCreditNote(root, values.get('typeCode')?.text) ? 'CREDIT_NOTE' : 'INVOICE',
    ...(supplier !== undefined && { supplier }),
    ...(number !== undefined && { number }),
    ...(date !== undefined && { date }),
    ...(dueDate !== undefined && { dueDate }),
    ...(amount && { amount }),
    ...(amountWithoutTax && { amountWithoutTax }),
  };
}

/** The codes of credit notes among those of UNTDID 1001 that EN 16931 allows. */
const creditNoteCodes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']);

const isCreditNote = (root: string, typeCode: string | undefined): boolean =>
  root === 'CreditNote' || creditNoteCodes.has(typeCode?.trim() ?? '');

/** Control characters, line ends, halves of characters, and marks that turn the direction of the text. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** As `hasVisibleSign` of the contract: neither a filler nor the empty pattern of Braille. */
const visibleSign = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** One line of a name or a number; undefined where nothing of it shows. */
function lineOf(text: string, mostLetters: number): string | undefined {
  const line = text
    .replace(unfit, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mostLetters)
    .replace(/\p{Cs}/gu, '')
    .trim();
  return visibleSign.test(line) ? line : undefined;
}

/** `20261018` as UN/CEFACT writes it (format 102), `2026-10-18` as ISO 8601 does, whatever time or zone follows. */
function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text.trim()) ?? [];
  if (year === undefined || year < '1900' || year > '2199') return undefined;
  const written = `${year}-${month}-${day}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : undefined;
}

/** A decimal of XML Schema, in its own currency or that of the invoice. */
function readAmount(value: XmlValue | undefined, ofInvoice: string | undefined): InvoiceAmount | undefined {
  const currency = value?.attributes['currencyID']?.trim() ?? ofInvoice;
  const decimal = value?.text.trim() ?? '';
  if (currency === undefined || !/^[A-Z]{3}$/.test(currency)) return undefined;
  if (!/^[+-]?\d{1,12}(?:\.\d{0,10})?$/.test(decimal)) return undefined;
  return { value: Number(decimal), currency };
}
