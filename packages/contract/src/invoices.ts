import { z } from 'zod';
import * as f from './fields.ts';

const limits = { supplier: 200, number: 100 } as const;

const invoiceAmount = z.strictObject({
  value: z.number(),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type InvoiceAmount = z.output<typeof invoiceAmount>;

/** An invoice by the XML that programs exchange (EN 16931). A part that it does not give is absent. */
export const invoice = z.strictObject({
  kind: z.enum(['INVOICE', 'CREDIT_NOTE']),
  supplier: z.string().optional(),
  number: z.string().optional(),
  date: f.calendarDate.optional(),
  dueDate: f.calendarDate.optional(),
  /** With taxes. */
  amount: invoiceAmount.optional(),
  amountWithoutTax: invoiceAmount.optional(),
});
export type Invoice = z.output<typeof invoice>;

/** An invoice as the process that reads a file may return it. A kept one is answered as it is, under any later rule. */
export const readableInvoice = invoice.extend({
  supplier: f.plainText(limits.supplier).optional(),
  number: f.plainText(limits.number).optional(),
});
