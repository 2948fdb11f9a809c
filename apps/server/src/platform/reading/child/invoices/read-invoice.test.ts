import { readableInvoice } from '@perenne/contract/invoices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  crossIndustryDocument,
  crossIndustryInvoice,
  lumen,
  readOf,
  ubl,
} from '../../../../testing/files/sample-invoices.ts';
import { pace } from '../../../../testing/pace.ts';
import { findInvoice } from './find-invoice.ts';
import { readInvoice } from './read-invoice.ts';

const read = (xml: string, encoding: BufferEncoding = 'utf8') => readInvoice(Buffer.from(xml, encoding));

describe('an invoice says of itself', () => {
  it.each([
    ['Factur-X and ZUGFeRD 2 (CII D16B)', crossIndustryInvoice()],
    ['ZUGFeRD 1 (CII D13B)', crossIndustryDocument()],
    ['UBL', ubl('Invoice')],
  ])('who sends it, its number, its dates and its amounts: %s', (_syntax, xml) => {
    expect(read(xml)).toEqual(readOf(lumen));
  });

  it('that it is a credit note, by its root or by its code', () => {
    const expected = { ...readOf(lumen), kind: 'CREDIT_NOTE' };
    expect(read(ubl('CreditNote'))).toEqual(expected);
    expect(read(crossIndustryInvoice({ typeCode: '381' }))).toEqual(expected);
    expect(read(crossIndustryDocument({ typeCode: ' 396 ' }))).toEqual(expected);
    expect(read(crossIndustryInvoice({ typeCode: '384' }))?.kind).toBe('INVOICE');
  });

  it('its currency, whichever that is', () => {
    const foreign = { ...lumen, currency: 'CHF', total: '1250.5', net: '1161' };
    for (const xml of [crossIndustryInvoice(foreign), crossIndustryDocument(foreign), ubl('Invoice', foreign)])
      expect(read(xml)).toEqual(readOf(foreign));
  });

  it('only what is there: a part that is missing or makes no sense is left out', () => {
    const { supplier, number } = lumen;
    expect(
      read(crossIndustryInvoice({ date: '2026-02-30', dueDate: '1899-01-01', net: '12,50', total: '1e9' })),
    ).toEqual({
      ...{ kind: 'INVOICE', supplier, number },
      // The amount left to pay replaces a total that cannot be read.
      amount: { value: 0, currency: 'EUR' },
    });
    expect(read(ubl('Invoice', { currency: 'euros', number: '' }))).toEqual({
      ...{ kind: 'INVOICE', supplier, date: lumen.date, dueDate: lumen.dueDate },
    });
    for (const nothing of [' ', '\u3164', '\u2800\u00ad'])
      expect(read(ubl('Invoice', { supplier: nothing }))?.supplier).toBe('Une enseigne');
    expect(read('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>')).toBeNull();
  });

  it('names on one line that reads as it is written', () => {
    const supplier = ' Électricité\n &amp; gaz\u202e <![CDATA[<Lyon>]]> ';
    expect(read(crossIndustryInvoice({ supplier }))?.supplier).toBe('Électricité & gaz <Lyon>');
    expect(read(crossIndustryInvoice({ supplier: 'é'.repeat(5_000) }))?.supplier).toBe('é'.repeat(200));
  });

  it('the same in UTF-16, and where the declaration of its encoding is wrong', () => {
    const xml = `\ufeff${crossIndustryInvoice()}`;
    const expected = readOf(lumen);
    expect(readInvoice(Buffer.from(xml, 'utf16le'))).toEqual(expected);
    expect(readInvoice(Buffer.from(xml, 'utf16le').swap16())).toEqual(expected);
    expect(read(crossIndustryInvoice().replace('UTF-8', 'ISO-8859-1'))).toEqual(expected);
    expect(read(crossIndustryInvoice(), 'latin1')).toEqual(expected);
    expect(read(crossIndustryInvoice().replace('UTF-8', 'UTF-32'))).toEqual(expected);
  });
});

const inInvoice = (inner: string): string => crossIndustryInvoice().replace('</rsm:Cross', `${inner}</rsm:Cross`);
const withDoctype = (doctype: string): string =>
  crossIndustryInvoice({ supplier: '&x;' }).replace('?>', `?>${doctype}`);
const silentUtf16 = Buffer.from(crossIndustryInvoice(), 'utf16le').toString('latin1');

describe('XML that is hostile', () => {
  const noDoctype = 'declares no document type';
  it.each([
    ['entities that multiply', noDoctype, withDoctype('<!DOCTYPE x [<!ENTITY l "l"><!ENTITY x "&l;&l;&l;&l;">]>')],
    [
      'an entity that leads to a file',
      noDoctype,
      withDoctype('<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    ],
    ['a document type from elsewhere', noDoctype, withDoctype('<!DOCTYPE x SYSTEM "https://evil.example/x.dtd">')],
    ['an entity that nobody declared', 'undefined entity', crossIndustryInvoice({ supplier: '&x;' })],
    ['10,000 levels', 'nested too deeply', inInvoice(`${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`)],
    ['a million elements', 'too many elements', inInvoice('<a/>'.repeat(1_000_000))],
    ['50 MB of text', 'too long', inInvoice(' '.repeat(50_000_000))],
    ['an element that never ends', 'unclosed tag', crossIndustryInvoice().slice(0, -30)],
    ['a prefix of no namespace', 'unbound namespace prefix', inInvoice('<evil:a/>')],
    ['UTF-16 that does not say so', 'disallowed character', silentUtf16],
  ])('is refused: %s', (_name, reason, xml) => {
    const started = performance.now();
    expect(() => read(xml)).toThrow(reason);
    expect(performance.now() - started).toBeLessThan(5_000 * pace);
  });

  it('is no invoice where its root is another, and is read no further', () => {
    expect(read(`<html>${'<p/>'.repeat(100_000)}<`)).toBeNull();
    expect(read(crossIndustryInvoice().replaceAll(':CrossIndustryInvoice:', ':CrossIndustryOrder:'))).toBeNull();
    expect(read('<Invoice xmlns="urn:example"/>')).toBeNull();
  });

  it('takes the first of two values, and no value of another place', () => {
    const twice = inInvoice('<rsm:ExchangedDocument><ram:ID>other</ram:ID></rsm:ExchangedDocument>');
    expect(read(twice)?.number).toBe(lumen.number);
    expect(read(crossIndustryInvoice({ supplier: '<b>Lumen</b>' }))).not.toHaveProperty('supplier');
  });

  it('whatever its values are, gives what the contract takes', () => {
    // CDATA may hold any text that XML allows.
    const value = fc
      .string({ unit: 'binary', maxLength: 300 })
      .map((text) => `<![CDATA[${text.replace(/]]>|[^\x20-\ud7ff\ue000-\ufffd]/g, '')}]]>`);
    const changes = fc.record({ supplier: value, number: value, date: value, total: value });
    fc.assert(
      fc.property(changes, (changed) => {
        const read = [crossIndustryInvoice(changed), ubl('Invoice', changed)].map((xml) =>
          readInvoice(Buffer.from(xml)),
        );
        expect(read.map((invoice) => readableInvoice.parse(invoice))).toEqual(read);
      }),
    );
  });
});

describe('among several files', () => {
  const file = (name: string, xml: string) => ({ name, read: () => Buffer.from(xml) });
  const other = crossIndustryInvoice({ supplier: 'Autre' });

  it('the one of a known name is read, wherever it stands', () => {
    const found = findInvoice([
      file('annexe.xml', other),
      file('notes.txt', other),
      file('Factur-X.xml', crossIndustryInvoice()),
    ]);
    expect(found?.supplier).toBe('Lumen Énergie');
  });

  it('a hostile one hides no other', () => {
    const broken = {
      name: 'factur-x.xml',
      read: () => {
        throw new Error('broken');
      },
    };
    expect(findInvoice([broken, file('ubl.xml', ubl('Invoice'))])).toEqual(readOf(lumen));
    expect(findInvoice([file('a.xml', '<a/>'), file('invoice.pdf', other)])).toBeNull();
  });
});
