import { document } from '@perenne/contract/documents';
import type { Invoice } from '@perenne/contract/invoices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentSecrets } from '../record/sealed-document.ts';
import { titleOfInvoice, understandInvoice } from './invoice.rules.ts';

const lumen: Invoice = {
  ...{ kind: 'INVOICE', supplier: 'Lumen Énergie', number: '202610-48213', date: '2026-10-18' },
  amount: { value: 96.26, currency: 'EUR' },
};

describe('the title of an invoice', () => {
  it.each<[string | undefined, Partial<Invoice>]>([
    ['Lumen Énergie – facture 2026-10 – 96,26\u00a0€', {}],
    ['Lumen Énergie – avoir 2026-10 – 96,26\u00a0€', { kind: 'CREDIT_NOTE' }],
    ['Lumen Énergie – facture 2026-10 – 1\u202f250,50\u00a0€', { amount: { value: 1250.5, currency: 'EUR' } }],
    ['Lumen Énergie – facture 2026-10 – 12,00\u00a0CHF', { amount: { value: 12, currency: 'CHF' } }],
    ['Lumen Énergie – facture 2026-10 – 12,00\u00a0XQZ', { amount: { value: 12, currency: 'XQZ' } }],
    ['Lumen Énergie – facture 202610-48213 – 96,26\u00a0€', { date: undefined }],
    ['Lumen Énergie – facture – 96,26\u00a0€', { date: undefined, number: undefined }],
    ['Lumen Énergie – facture 2026-10', { amount: undefined }],
    [undefined, { supplier: undefined }],
  ] as never)('is %s', (title, changed) => {
    expect(titleOfInvoice({ ...lumen, ...changed })).toBe(title);
  });

  it('is at most as long as a title may be, and cuts no character', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(text, text, (supplier, number) => {
        const { date: _date, ...undated } = lumen;
        const title = titleOfInvoice({ ...undated, supplier, number }) ?? '';
        expect(title.length).toBeLessThanOrEqual(200);
        expect(title).not.toMatch(/\p{Cs}/u);
        expect(title).toContain('96,26');
      }),
    );
  });
});

const pdf: DocumentSecrets = {
  ...{ title: 'scan 12', type: 'AUDO', fileName: 'scan 12.pdf', mimeType: 'application/pdf' },
  ...{ sha256: '', sha512: '' },
};
const named = { title: 'Lumen Énergie – facture 2026-10 – 96,26\u00a0€', type: 'FACTA' };
const own = { addedBy: 'employee', isInTrash: false } as const;
const collected = { addedBy: 'collector', isInTrash: false } as const;

describe('a document that is an invoice', () => {
  it('is named by it where it bears the name of its file, or a collector’s', () => {
    expect(understandInvoice(pdf, own, lumen)).toMatchObject({ ...named, invoice: lumen });
    const partners = { ...pdf, title: 'Facture 2026-10', originName: 'Électricité' };
    expect(understandInvoice(partners, collected, lumen)).toMatchObject(named);
  });

  it('keeps the title that its owner has typed, before or after', () => {
    const typed = { ...pdf, title: 'Électricité d’octobre' };
    expect(understandInvoice(typed, own, lumen)).toMatchObject({ title: typed.title, type: 'FACTA', invoice: lumen });
    for (const standing of [own, collected])
      expect(understandInvoice({ ...pdf, ownerSaid: { title: true } }, standing, lumen).title).toBe('scan 12');
  });

  it('keeps the type that is no default, or that its owner has said', () => {
    expect(understandInvoice({ ...pdf, type: 'CONT' }, own, lumen).type).toBe('CONT');
    expect(understandInvoice({ ...pdf, ownerSaid: { type: true } }, own, lumen).type).toBe('AUDO');
  });

  it('keeps the title of who was asked for it', () => {
    const requested = { ...pdf, originName: 'Paul' };
    expect(understandInvoice(requested, own, lumen)).toMatchObject({ title: 'scan 12', type: 'FACTA' });
  });

  it('changes neither title nor type as an employer’s, nor in the trash', () => {
    for (const standing of [{ ...own, addedBy: 'company' } as const, { ...collected, isInTrash: true }])
      expect(understandInvoice(pdf, standing, lumen)).toEqual({ ...pdf, invoice: lumen });
  });

  it('keeps its title where the invoice does not say who sends it', () => {
    const { supplier: _supplier, ...nameless } = lumen;
    expect(understandInvoice(pdf, own, nameless)).toMatchObject({ title: 'scan 12', type: 'FACTA' });
  });
});

it('an invoice that was kept before its texts had to show something is answered as it is', () => {
  const kept = { kind: 'INVOICE', supplier: '\u3164' };
  expect(document.shape.invoice.parse(kept)).toEqual(kept);
});
