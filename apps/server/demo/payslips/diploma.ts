import type { Fonts } from '../../src/platform/fonts.ts';
import { ink, openSheet, page } from '../../src/platform/pdf/sheet.ts';
import { longDate } from './words.ts';

type Diploma = {
  firstName: string;
  lastName: string;
  /** Like `Licence professionnelle`. */
  degree: string;
  subject: string;
  /** `YYYY-MM-DD`. */
  date: string;
};

const [width, height] = [page.height, page.width];
const [petrol, brass] = ['#134c5c', '#b8862b'];

/** A landscape page with a frame and a seal. */
export async function makeDiploma(
  fonts: Fonts,
  { firstName, lastName, degree, subject, date }: Diploma,
): Promise<Buffer> {
  const school = 'École supérieure des Arts appliqués de Val-Serein';
  const madeAt = new Date(`${date}T08:00:00Z`);
  const sheet = openSheet(fonts, { title: `${degree} – ${subject}`, author: school, madeAt, isLandscape: true });
  sheet.draw((pdf) => {
    pdf.rect(0, 0, width, height).fill('#fffdf8');
    pdf
      .roundedRect(26, 26, width - 52, height - 52, 10)
      .lineWidth(2.5)
      .stroke(petrol);
    pdf
      .roundedRect(34, 34, width - 68, height - 68, 6)
      .lineWidth(0.8)
      .stroke(brass);
  });
  const middle = { x: 90, width: width - 180, align: 'center' } as const;
  sheet.say('P', school, { ...middle, y: 84, font: 'strong', size: 14, color: petrol });
  sheet.say('H1', degree, { ...middle, y: 130, font: 'title', size: 38 });
  sheet.say('P', subject, { ...middle, y: 182, size: 18, color: ink.muted });
  sheet.say('P', 'Titulaire', { ...middle, y: 236, size: 12, color: ink.muted });
  sheet.say('P', `${firstName} ${lastName}`, { ...middle, y: 262, font: 'title', size: 32, color: petrol });
  sheet.say('P', 'Mention bien', { ...middle, y: 310, size: 14 });
  sheet.say('P', `Fait à Val-Serein, le ${longDate(date)}`, { x: 110, y: 430, width: 260, size: 11 });
  sheet.say('P', 'La directrice, Irène Castel', { x: 110, y: 450, width: 260, size: 11, font: 'strong' });
  sheet.draw((pdf) => {
    const [x, y] = [width - 190, 440];
    for (let year = 0; year < 50; year += 1) {
      const angle = (year / 50) * 2 * Math.PI;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      pdf.moveTo(x + 44 * cos, y + 44 * sin).lineTo(x + 54 * cos, y + 54 * sin);
    }
    pdf.lineWidth(2.4).lineCap('round').stroke(brass);
    pdf.circle(x, y, 34).fill(petrol);
    pdf
      .font('title')
      .fontSize(20)
      .fillColor('#fffdf8')
      .text('VS', x - 34, y - 12, { width: 68, align: 'center' });
  });
  const notice = 'Document de démonstration\u00a0: cette école et ce diplôme sont fictifs.';
  sheet.say('P', notice, { ...middle, y: height - 62, size: 7, color: ink.muted });
  return sheet.finish();
}
