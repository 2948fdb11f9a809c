import type { Invoice } from '@perenne/contract/invoices';

/** The parts of a content that the caller asks for: its picture, its text, its invoice. */
export type Wanted = {
  mimeType: string;
  picture: boolean;
  text: boolean;
  /** Looks for an invoice for programs: the content itself, or a file inside of it. */
  invoice?: boolean;
  /** The picture is of this page, from 0, and large: to be read, not to be recognised. */
  page?: number;
  /** Counts the pages. */
  count?: boolean;
  /** Draws this over every page, and gives the whole again: a PDF of pictures for a PDF, a JPEG for a picture. */
  mark?: Mark;
};

/** Lines of text as they are drawn: an outline in the language of SVG, in units of which `em` make a letter's height. */
export type Mark = { outline: string; width: number; height: number; em: number };

/** The parts found in a content; null if one was not asked for, or is not in it. */
export type Reading = {
  /** WebP, at most `pictureSidePx` wide and high, or `pageSidePx` where a page was asked for. */
  picture: Buffer | null;
  text: string | null;
  /** Present where it was asked for, and the content is one or holds one. */
  invoice?: Invoice;
  /** Set if a page, a mark or the count was asked for. */
  pageCount?: number;
  /** Set if a mark was to be drawn, and could be. */
  marked?: Buffer;
};

export type PlainContent = { sizeBytes: number; chunks: AsyncIterable<Uint8Array> };

/**
 * Looks into contents that nobody vouches for: in a process that holds nothing else, reaches neither files nor the
 * network, and is killed when it takes too long or too much.
 */
export interface Reader {
  /** In a process of its own. @throws {ReadingStopped} it was killed, or failed; errors of the content's source as they are */
  read(wanted: Wanted, content: PlainContent, signal?: AbortSignal): Promise<Reading>;
  /** For several contents, one after the other, of one safe: never of two. */
  openSession(): ReaderSession;
}

/** Reads in one process until it is closed, or until a content stops that process: the next begins another. */
export interface ReaderSession extends Pick<Reader, 'read'> {
  close(): void;
}

export const pictureSidePx = 480;
/** A sheet of A4 at nearly 300 dots an inch. */
export const pageSidePx = 3_200;

export type StopReason = 'time' | 'memory' | 'answer' | 'crash' | 'aborted';

/** The process did not come to its end; `reading` is what it had given by then. */
export class ReadingStopped extends Error {
  override readonly name = 'ReadingStopped';
  readonly code: StopReason;
  readonly reading: Reading;

  constructor(reason: StopReason, reading: Reading) {
    super(`The reading of a content was stopped: ${reason}`);
    this.code = reason;
    this.reading = reading;
  }
}

const pictured = new Set([
  ...['application/pdf', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  ...['image/heic', 'image/heif', 'image/avif', 'image/tiff', 'image/bmp'],
]);

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const worded = new Set([
  ...[`${office}.wordprocessingml.document`, `${office}.spreadsheetml.sheet`, `${office}.presentationml.presentation`],
  ...[`${openDocument}.text`, `${openDocument}.spreadsheet`, `${openDocument}.presentation`],
  ...['application/rtf', 'text/plain', 'text/csv', 'application/xml', 'message/rfc822'],
]);

const essence = (mimeType: string): string => mimeType.split(';')[0]?.trim() ?? '';

/** Whether a picture can be made of contents of this media type. */
export const canBePictured = (mimeType: string): boolean => pictured.has(essence(mimeType));

/** Whether contents of this media type may hold words that can be read: in pictures, by recognising them. */
export const canHoldWords = (mimeType: string): boolean => canBePictured(mimeType) || worded.has(essence(mimeType));

/** Whether contents of this media type, and of this size, may be or hold an invoice for programs. */
export function canHoldInvoice(mimeType: string, sizeBytes: number): boolean {
  const longestBytes = invoiceKinds[essence(mimeType)];
  return longestBytes !== undefined && sizeBytes <= longestBytes;
}

const invoiceKinds: Record<string, number> = { 'application/pdf': 50_000_000, 'application/xml': 5_000_000 };
