import { createTransport, type SendMailOptions } from 'nodemailer';
import { readFonts } from '../../src/platform/fonts.ts';
import { makeEnergyInvoice } from '../payslips/invoice.ts';
import type { Person } from '../payslips/letter.ts';
import { longDate, monthName } from '../payslips/words.ts';
import type { Mail } from './dovecot.ts';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/** The bytes of a mail. */
export async function composeMail(mail: SendMailOptions): Promise<Buffer> {
  const { message } = await composer.sendMail(mail);
  return message as Buffer;
}

export const invoiceSender = 'factures@lumen.example';

const invoices = 6;
const customer: Person = {
  ...{ firstName: 'Camille', lastName: 'Renaudin' },
  address: ['Le Moulin', '07110 Largentière'],
};

/** The mails of a mailbox: each month an invoice, and others that are of no use to a safe. */
export async function makeMails(to: string, now: Date): Promise<Mail[]> {
  const fonts = await readFonts();
  const mails = Array.from({ length: invoices }, async (_, at) => {
    const period = monthsBefore(now, at + 1);
    const consumptionKwh = Array.from({ length: 12 }, (_each, month) => 40 + ((month * 7 + at * 3) % 11) * 4);
    const content = await makeEnergyInvoice(fonts, { customer, period, consumptionKwh });
    const date = new Date(`${period}-19T07:30:00Z`);
    const bytes = await composeMail({
      ...{ from: `Lumen Énergie <${invoiceSender}>`, to, date, messageId: `<facture-${period}@lumen.example>` },
      subject: `Votre facture d’électricité du ${longDate(`${period}-18`)}`,
      text: `Bonjour Camille,\n\nVotre facture de ${monthName(period)} est jointe à ce message.\n\nLumen Énergie\n`,
      attachments: [{ filename: `Facture ${period.replace('-', '')}-52190.pdf`, content }],
    });
    return { bytes, at: date };
  });
  return [...(await Promise.all(mails)), await makeAdvertisement(to, now)];
}

async function makeAdvertisement(to: string, now: Date): Promise<Mail> {
  const at = new Date(`${monthsBefore(now, 1)}-24T16:00:00Z`);
  const bytes = await composeMail({
    ...{
      from: 'Maison Bleue <bonjour@maison-bleue.example>',
      to,
      date: at,
      messageId: '<lettre@maison-bleue.example>',
    },
    ...{ subject: 'Nos idées de saison', text: 'Découvrez nos idées de saison.\n' },
    attachments: [{ filename: 'Catalogue.txt', content: 'Lampes, tapis et rideaux.\n' }],
  });
  return { bytes, at };
}

const monthsBefore = (now: Date, count: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
