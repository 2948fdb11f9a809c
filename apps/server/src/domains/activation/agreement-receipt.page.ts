import type { Fonts } from '../../platform/fonts.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { ink, openSheet, page, type Cell, type Sheet } from '../../platform/pdf/sheet.ts';
import type { ReceiptWords } from './agreement-receipt.words.ts';

type Drawing = {
  words: ReceiptWords;
  digest: string;
  choice: { chosenAt: Date };
  locale: Locale;
};

const left = 64;
const width = page.width - 2 * left;
const labelWidth = 150;
const valueAt = left + labelWidth + 16;
const valueWidth = left + width - valueAt;
const rowPadding = 9;
const petrol = '#134c5c';
const brass = '#e2a93b';
const tint = '#e1eff2';

/** One A4 page: head, choice, effect, law, digest. */
export async function drawReceipt(fonts: Fonts, { words, digest, choice, locale }: Drawing): Promise<Buffer> {
  const sheet = openSheet(fonts, {
    title: `${words.title} – Pérenne`,
    author: 'Pérenne',
    madeAt: choice.chosenAt,
    language: locale === 'fr' ? 'fr-FR' : 'en-GB',
  });
  drawHead(sheet, words.tagline);
  let y = sheet.say('H1', words.title, { x: left, y: 142, width, font: 'title', size: 22 }) + 4;
  y = sheet.say('P', words.introduction, { x: left, y, width, size: 11, color: ink.muted }) + 20;
  y = drawRows(sheet, words.rows, y) + 24;
  y = drawEffect(sheet, words.effect, y) + 22;
  y = sheet.say('P', words.law, { x: left, y, width, size: 9.5, lineGap: 4, color: ink.muted }) + 22;
  y = sheet.say('P', words.digestLabel, { x: left, y, width, size: 8.5, color: ink.muted }) + 3;
  sheet.say('P', digest, { x: left, y, width, size: 9.5, font: 'strong' });
  return sheet.finish();
}

function drawHead(sheet: Sheet, tagline: string): void {
  sheet.draw((pdf) => {
    pdf.rect(0, 0, page.width, 92).fill('#0b2b36');
    pdf.rect(0, 92, page.width, 3).fill(brass);
    pdf.lineWidth(2.9).lineCap('round').dash(1.9, { space: 4.39 });
    pdf
      .circle(left + 18, 46, 14)
      .stroke(brass)
      .undash();
    pdf.circle(left + 18, 46, 9).fill('#ffffff');
    pdf.circle(left + 18, 44, 2.9).fill('#0b2b36');
    pdf.polygon([left + 17, 45], [left + 19, 45], [left + 20.4, 50.8], [left + 15.6, 50.8]).fill('#0b2b36');
  });
  const at = { x: left + 48, width: 300 };
  sheet.say('P', 'Pérenne', { ...at, y: 28, font: 'title', size: 18, color: '#ffffff' });
  sheet.say('P', tagline, { ...at, y: 51, size: 10, color: '#9fbac3' });
}

/** A value as long as it must be: the row is as high as it is. */
function drawRows(sheet: Sheet, rows: ReceiptWords['rows'], top: number): number {
  let y = top;
  const edges = [top];
  const cells = rows.map(([label, value]): Cell[] => {
    const style = { font: 'strong', size: 10.5 } as const;
    const inside = y + rowPadding;
    y = inside + sheet.height(value, { width: valueWidth, ...style }) + rowPadding;
    edges.push(y);
    const head = { size: 10, color: ink.muted };
    return [
      { text: label, place: { x: left, y: inside, width: labelWidth }, style: head, tag: 'TH' },
      { text: value, place: { x: valueAt, y: inside, width: valueWidth }, style },
    ];
  });
  sheet.draw((pdf) => {
    for (const edge of edges) pdf.moveTo(left, edge).lineTo(left + width, edge);
    pdf.lineWidth(0.7).stroke(ink.line);
  });
  sheet.table(cells);
  return y;
}

function drawEffect(sheet: Sheet, { title, text }: ReceiptWords['effect'], top: number): number {
  const [x, inner] = [left + 20, width - 40];
  const titled = { width: inner, font: 'strong', size: 12.5 } as const;
  const explained = { width: inner, size: 10, lineGap: 4 };
  const titleHeight = sheet.height(title, titled);
  const height = 18 + titleHeight + 6 + sheet.height(text, explained) + 16;
  sheet.draw((pdf) => pdf.roundedRect(left, top, width, height, 12).fill(tint));
  sheet.say('H2', title, { x, y: top + 18, ...titled, color: petrol });
  sheet.say('P', text, { x, y: top + 18 + titleHeight + 6, ...explained });
  return top + height;
}
