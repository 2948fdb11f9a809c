import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import type { Fonts } from '../fonts.ts';
import { addSignatureField, type SignatureField } from './signature-field.ts';

export type Place = { x: number; y: number; width: number };
export type Style = {
  font?: 'text' | 'strong' | 'title';
  /** Points. */
  size?: number;
  color?: string;
  align?: 'left' | 'right' | 'center' | 'justify';
  lineGap?: number;
  /** Figures of one width, for columns. */
  figures?: boolean;
};
export type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD';
export type Cell = { text: string; place: Place; style?: Style; tag?: 'TH' | 'TD' };

/** One A4 page, tagged for those who listen to it, with its fonts inside. Positions are points from the top left. */
export type Sheet = {
  /** Paints what readers that speak skip: lines, fills, logos. */
  draw(paint: (pdf: PDFKit.PDFDocument) => void): void;
  /** Answers the position below the text. */
  say(tag: Tag, text: string, at: Place & Style): number;
  /** The height of a text. */
  height(text: string, at: Pick<Place, 'width'> & Style): number;
  /** A table, in reading order; each cell gives its place. */
  table(rows: readonly Cell[][]): void;
  /** A picture drawn by `paint`; `alternative` says what it shows. */
  figure(alternative: string, paint: (pdf: PDFKit.PDFDocument) => void): void;
  /** A file inside the file, for who wants to check what the page says. */
  attach(file: Attached): void;
  /** More metadata of an archival file: descriptions of RDF, as XMP has them. */
  describe(rdf: string): void;
  /** Room for a signature, which `signPdf` fills. */
  addSignature(field: SignatureField): void;
  finish(): Promise<Buffer>;
};

type Attached = {
  name: string;
  mediaType: string;
  description: string;
  content: Buffer;
  /** Its relationship to the page (ISO 19005-3, 6.8). Default: `Data`. */
  relationship?: 'Data' | 'Alternative';
};

type About = {
  title: string;
  author: string;
  /** Instant of the making, written into the file: the same arguments make the same bytes. */
  madeAt: Date;
  /** Default: `fr-FR` (RFC 5646). */
  language?: string;
  isLandscape?: boolean;
  /** PDF/A-3a (ISO 19005-3): with its colour profile and its metadata, to be read by programs of another time. */
  isArchival?: boolean;
};

export const page = { width: 595.28, height: 841.89 };
export const ink = { text: '#12242b', muted: '#4b5d64', line: '#dbe3e5', sunken: '#f4f7f7' };

export function openSheet(
  fonts: Fonts,
  { title, author, madeAt, language = 'fr-FR', isLandscape = false, isArchival = false }: About,
): Sheet {
  const pdf = new Pdf({
    size: 'A4',
    layout: isLandscape ? 'landscape' : 'portrait',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    ...(isArchival && { subset: 'PDF/A-3a' }),
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt, Producer: 'Pérenne', Creator: author },
  });
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, file);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return {
    draw: (paint) => {
      pdf.markContent('Artifact', { type: 'Layout' });
      pdf.save();
      paint(pdf);
      pdf.restore();
      pdf.endMarkedContent();
    },
    say: (tag, text, at) => {
      let below = at.y;
      root.add(pdf.struct(tag, {}, () => void (below = write(pdf, text, at))));
      return below;
    },
    height: (text, { width, ...style }) => {
      const { font, size, lineGap } = { ...usual, ...style };
      return pdf.font(font).fontSize(size).heightOfString(printable(text), { width, lineGap });
    },
    table: (rows) => {
      const table = pdf.struct('Table');
      root.add(table);
      for (const cells of rows) table.add(row(pdf, cells));
      table.end();
    },
    figure: (alternative, paint) => void root.add(pdf.struct('Figure', { alt: alternative }, () => paint(pdf))),
    attach: ({ name, mediaType, description, content, relationship = 'Data' }) => {
      const about = { name, type: mediaType, description, relationship };
      pdf.file(content, { ...about, creationDate: madeAt, modifiedDate: madeAt });
    },
    describe: (rdf) => (pdf as unknown as WithMetadata).appendXML(rdf),
    addSignature: (field) => addSignatureField(pdf, field),
    finish: async () => {
      root.end();
      const whole = buffer(pdf);
      pdf.end();
      return whole;
    },
  };
}

function row(pdf: PDFKit.PDFDocument, cells: readonly Cell[]): PDFKit.PDFStructureElement {
  const writeCell = ({ text, place, style }: Cell) => void write(pdf, text, { ...place, ...style });
  return pdf.struct(
    'TR',
    {},
    cells.map((cell) => pdf.struct(cell.tag ?? 'TD', {}, () => writeCell(cell))),
  );
}

const tabularFigures: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum'];

const usual = { font: 'text', size: 9, color: ink.text, align: 'left', lineGap: 2 } as const;

function write(pdf: PDFKit.PDFDocument, text: string, at: Place & Style): number {
  const { x, y, width, font, size, color, align, lineGap, figures } = { ...usual, ...at };
  // Without features asked for, the layout of words is cached.
  const options = { width, align, lineGap, ...(figures && { features: tabularFigures }) };
  pdf.fontSize(size).fillColor(color);
  const [first = '', ...others] = printable(text).split(otherLatin);
  pdf.font(font).text(drawable(pdf, first), x, y, { ...options, continued: others.length > 0 });
  others.forEach((run, at) => {
    const more = font === 'text' ? 'textMore' : 'strongMore';
    pdf.font(at % 2 === 0 ? more : font).text(drawable(pdf, run), { continued: at < others.length - 1 });
  });
  return pdf.y;
}

/** The letters that only `textMore` and `strongMore` have. */
const otherLatin = /([\u0100-\u0130\u0132-\u0151\u0154-\u024f\u1e00-\u1eff]+)/;

/** The fonts have no narrow no-break space, and no accents by themselves. */
const printable = (text: string): string => text.normalize('NFC').replaceAll('\u202f', '\u00a0');

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** PDF/A has a glyph for all that it shows (ISO 19005-3, 6.2.11.8): what the font has none for is a question mark. */
function drawable(pdf: PDFKit.PDFDocument, text: string): string {
  const { font } = (pdf as unknown as WithFont)._font;
  const isDrawn = (part: string) =>
    Array.from(part).every((letter) => letter === '\n' || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  if (isDrawn(text)) return text;
  return Array.from(graphemes.segment(text), ({ segment }) => (isDrawn(segment) ? segment : '?')).join('');
}

/** The font that is chosen, which pdfkit’s types hide. */
type WithFont = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } };

/** The metadata of the file, which pdfkit’s types hide. */
type WithMetadata = { appendXML(xml: string): void };
