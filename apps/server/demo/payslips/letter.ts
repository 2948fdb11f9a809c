import type { Fonts } from '../../src/platform/fonts.ts';
import { ink, openSheet, page, type Sheet } from '../../src/platform/pdf/sheet.ts';
import { longDate } from './words.ts';

export type Sender = {
  name: string;
  activity: string;
  address: readonly [string, string];
  color: string;
  tint: string;
  monogram: string;
};

export type Person = { firstName: string; lastName: string; address: readonly [string, string] };

export type Letter = {
  sender: Sender;
  recipient: Person;
  /** `YYYY-MM-DD`. */
  date: string;
  city: string;
  title: string;
  introduction: string;
  articles: readonly { heading: string; text: string }[];
  signatory: string;
};

const left = 56;
const width = page.width - 2 * left;

/** A letter or a contract on one page, with the head and the colours of who sends it. */
export async function makeLetter(fonts: Fonts, letter: Letter): Promise<Buffer> {
  const { sender, title, date, introduction, articles } = letter;
  const madeAt = new Date(`${date}T08:00:00Z`);
  const sheet = openSheet(fonts, { title: `${title} – ${sender.name}`, author: sender.name, madeAt });
  writeSender(sheet, sender);
  writeRecipient(sheet, letter);
  let y = sheet.say('H1', title, { x: left, y: 226, width, font: 'title', size: 20 }) + 10;
  y = sheet.say('P', introduction, { x: left, y, width, size: 10, lineGap: 4 }) + 14;
  for (const { heading, text } of articles) {
    y = sheet.say('H2', heading, { x: left, y, width, font: 'strong', size: 10.5, color: sender.color }) + 2;
    y = sheet.say('P', text, { x: left, y, width, size: 10, lineGap: 4 }) + 9;
  }
  writeSignature(sheet, letter, y + 16);
  writeFoot(sheet, sender);
  return sheet.finish();
}

export function writeSender(sheet: Sheet, { name, activity, address, color, tint, monogram }: Sender): void {
  sheet.draw((pdf) => {
    pdf.rect(0, 0, page.width, 6).fill(color);
    pdf.roundedRect(left, 40, 46, 46, 12).fill(color);
    pdf.font('title').fontSize(19).fillColor(tint).text(monogram, left, 53, { width: 46, align: 'center' });
  });
  sheet.say('P', name, { x: left + 60, y: 42, width: 260, font: 'title', size: 17, color });
  const below = [activity, address.join(', ')].join('\n');
  sheet.say('P', below, { x: left + 60, y: 65, width: 300, size: 8.5, color: ink.muted, lineGap: 1 });
}

function writeRecipient(sheet: Sheet, { recipient, city, date }: Letter): void {
  const at = { x: 340, width: page.width - 340 - left };
  const name = `${recipient.firstName} ${recipient.lastName}`;
  const y = sheet.say('P', name, { ...at, y: 122, font: 'strong', size: 11 });
  const below = sheet.say('P', recipient.address.join('\n'), { ...at, y: y + 1, size: 10, lineGap: 3 });
  sheet.say('P', `${city}, le ${longDate(date)}`, { ...at, y: below + 14, size: 10, color: ink.muted });
}

function writeSignature(sheet: Sheet, { signatory, sender }: Letter, y: number): void {
  const at = { x: 340, width: page.width - 340 - left };
  sheet.say('P', signatory, { ...at, y, size: 10, font: 'strong' });
  sheet.draw((pdf) => {
    const [x, top] = [346, y + 44];
    pdf.moveTo(x, top).bezierCurveTo(x + 14, top - 34, x + 26, top - 30, x + 20, top);
    pdf.bezierCurveTo(x + 30, top - 22, x + 40, top - 20, x + 42, top - 4);
    pdf.bezierCurveTo(x + 56, top - 20, x + 64, top - 12, x + 74, top - 8);
    pdf.bezierCurveTo(x + 92, top - 16, x + 100, top - 2, x + 128, top - 12);
    pdf.lineWidth(1.4).lineCap('round').stroke(sender.color);
  });
}

export function writeFoot(sheet: Sheet, { name }: Pick<Sender, 'name'>): void {
  const y = page.height - 52;
  sheet.draw((pdf) =>
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.8)
      .stroke(ink.line),
  );
  const text = `Document de démonstration\u00a0: ${name} et les données de ce document sont fictives.`;
  sheet.say('P', text, { x: left, y: y + 9, width, size: 7, color: ink.muted });
}
