import type { Fonts } from '../../../platform/fonts.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { drawBox, drawLetterhead, drawRows, letter } from '../../../platform/pdf/letter.ts';
import { ink, openSheet } from '../../../platform/pdf/sheet.ts';
import type { ReceiptWords } from './agreement-receipt.words.ts';

type Drawing = {
  words: ReceiptWords;
  digest: string;
  choice: { chosenAt: Date };
  locale: Locale;
};

/** One A4 page: head, choice, effect, law, digest. */
export async function drawReceipt(fonts: Fonts, { words, digest, choice, locale }: Drawing): Promise<Buffer> {
  const sheet = openSheet(fonts, {
    title: `${words.title} – Pérenne`,
    author: 'Pérenne',
    madeAt: choice.chosenAt,
    language: locale === 'fr' ? 'fr-FR' : 'en-GB',
  });
  const { left: x, width } = letter;
  drawLetterhead(sheet, words.tagline);
  let y = sheet.say('H1', words.title, { x, y: 142, width, font: 'title', size: 22 }) + 4;
  y = sheet.say('P', words.introduction, { x, y, width, size: 11, color: ink.muted }) + 20;
  y = drawRows(sheet, words.rows, { top: y, labelWidth: 150, padding: 9, size: 10.5 }) + 24;
  y = drawBox(sheet, words.effect, y) + 22;
  y = sheet.say('P', words.law, { x, y, width, size: 9.5, lineGap: 4, color: ink.muted }) + 22;
  y = sheet.say('P', words.digestLabel, { x, y, width, size: 8.5, color: ink.muted }) + 3;
  sheet.say('P', digest, { x, y, width, size: 9.5, font: 'strong' });
  return sheet.finish();
}
