import { ink, page, type Cell, type Sheet } from './sheet.ts';

const left = 64;
const width = page.width - 2 * left;

/** The place of a letter's text on its page. */
export const letter = { left, width } as const;

const petrol = '#134c5c';
const brass = '#e2a93b';
const tint = '#e1eff2';

/** The band at the top of what the safe gives to its owner, 95 points high. */
export function drawLetterhead(sheet: Sheet, tagline: string): void {
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

/** A name and a value. */
export type Row = readonly [string, string];
type Rows = { top: number; labelWidth: number; padding: number; size: number };

/** A table of rows as high as their values; answers the position below it. */
export function drawRows(sheet: Sheet, rows: readonly Row[], { top, labelWidth, padding, size }: Rows): number {
  const valueAt = left + labelWidth + 16;
  const valueWidth = left + width - valueAt;
  let y = top;
  const edges = [top];
  const cells = rows.map(([label, value]): Cell[] => {
    const style = { font: 'strong', size } as const;
    const inside = y + padding;
    y = inside + sheet.height(value, { width: valueWidth, ...style }) + padding;
    edges.push(y);
    const head = { size: size - 0.5, color: ink.muted };
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

/** Draws the part to be seen first; returns the position below it. */
export function drawBox(sheet: Sheet, { title, text }: { title: string; text: string }, top: number): number {
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
