import { createHash } from 'node:crypto';
import { readFonts } from '../../../platform/fonts.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { parisDay } from '../../../platform/time/calendar.ts';
import type { AgreementChoice } from '../../employers/employers.ts';
import { receiptWords } from './agreement-receipt.words.ts';

export type Receipt = { fileName: string; content: Buffer };

/**
 * The dated receipt of a choice about electronic payslips (code du travail, D.3243-7), as a PDF. The same
 * choice makes the same bytes each time.
 */
export async function makeAgreementReceipt(choice: AgreementChoice, locale: Locale): Promise<Receipt> {
  // The PDF library takes thirty megabytes: it is loaded when someone asks for one.
  const [fonts, { drawReceipt }] = await Promise.all([readFonts(), import('./agreement-receipt.page.ts')]);
  const words = receiptWords(locale, choice);
  const digest = (choice.journalHash ?? digestOf(choice)).toString('hex');
  const content = await drawReceipt(fonts, { words, digest, choice, locale });
  return { fileName: `${words.fileName}-${parisDay(choice.chosenAt)}.pdf`, content };
}

/** For a choice that no safe's journal records. */
function digestOf({ choiceId, accepted, chosenAt, ...choice }: AgreementChoice): Buffer {
  const { firstName, lastName, employerName, phone } = choice;
  const facts = [choiceId, accepted, chosenAt.toISOString(), firstName, lastName, employerName, phone];
  return createHash('sha256').update(JSON.stringify(facts)).digest();
}
