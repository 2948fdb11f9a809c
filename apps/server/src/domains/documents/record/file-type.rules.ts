import { allowedExtensions, type AllowedExtension } from '@perenne/contract/documents';
import { fileTypeFromBuffer } from 'file-type';
import type { ByteRange, ContentEnds } from '../upload/content-ends.ts';
import { compoundKindOf, directoryRange, isCompoundKind } from './file-types/compound-file.rules.ts';
import { isAvif, isHeic } from './file-types/image-brands.rules.ts';
import { directoryBytes, isPackage, isPackaged } from './file-types/office-packages.ts';
import { imageDirectoryRange, isTiff } from './file-types/tiff.rules.ts';

/** Bytes of a file's beginning, and of its end, that show its type. */
export const signatureBytes = 64 * 1024;

const mimeTypes: Record<AllowedExtension, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  avif: 'image/avif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml',
  eml: 'message/rfc822',
  zip: 'application/zip',
};

/** Types that a browser shows without running anything of them; the rest is saved. */
const shown = new Set(['pdf', 'png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'avif', 'bmp', 'txt']);

const textual = new Set<AllowedExtension>(['txt', 'csv', 'xml', 'eml']);

/** The extension in lower case, or null where there is none or it is not allowed. */
export function extensionOf(fileName: string): AllowedExtension | null {
  const extension = /[^.]\.([a-z]{3,4})$/i.exec(fileName)?.[1]?.toLowerCase();
  return allowedExtensions.find((allowed) => allowed === extension) ?? null;
}

/**
 * The type of a file that begins so: a text's first two bytes say that it is UTF-16, of either order (RFC 2781), and a
 * HEIF file's first box that AV1 compresses it.
 */
export function mimeTypeOf(extension: AllowedExtension, head: Buffer): string {
  if (extension === 'heif' && isAvif(head)) return mimeTypes.avif;
  const mimeType = mimeTypes[extension];
  return wideEncodingOf(head) ? mimeType.replace('charset=utf-8', 'charset=utf-16') : mimeType;
}

export const isTextual = (extension: AllowedExtension): boolean => textual.has(extension);
export const isShown = (fileName: string): boolean => shown.has(extensionOf(fileName) ?? '');

/** Whether the first bytes are those of a file of this extension. */
export async function beginsAs(extension: AllowedExtension, head: Buffer): Promise<boolean> {
  if (head.length === 0) return false;
  if (isTextual(extension)) return beginsAsText(extension, head);
  if (isPackaged(extension) || extension === 'zip') return isZip(head);
  if (isCompoundKind(extension)) return directoryRange(head) !== null;
  if (extension === 'avif') return isAvif(head);
  if (extension === 'heic' || extension === 'heif') return isHeic(head) || (extension === 'heif' && isAvif(head));
  const detected = await detect(head);
  if (extension === 'pdf') return beginsAsPdf(head, detected);
  // Nothing is detected where the first directory of a TIFF comes later: cameras' raw files have it at the beginning.
  if (extension === 'tif' || extension === 'tiff')
    return imageDirectoryRange(head) !== null && (detected === undefined || detected === 'tif');
  return detected !== undefined && (detected === extension || aliases[extension] === detected);
}

/** A PNG that moves is a PNG. */
const aliases: Partial<Record<AllowedExtension, string>> = { jpeg: 'jpg', jfif: 'jpg', png: 'apng' };

const pdfMark = '%PDF-';
/** Readers look for the mark in so many bytes (ISO 32000-1, annex H.3.4.1). */
const pdfMarkWithin = 1_024;

/** Bytes before the mark may be a printer's or a mailer's, but not another kind of file. */
function beginsAsPdf(head: Buffer, detected: string | undefined): boolean {
  const at = head.subarray(0, pdfMarkWithin + pdfMark.length).indexOf(pdfMark);
  if (at < 0) return false;
  return at === 0 || (detected === undefined && !decode(head.subarray(0, at)).trimStart().startsWith('<'));
}

/** A damaged beginning of a known kind is of no kind. */
async function detect(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.ext;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const entryMark = Buffer.from('504b0304', 'hex');
/** The mark of the record that ends every archive: an empty one has nothing else. */
const endMark = Buffer.from('504b0506', 'hex');

const isZip = (head: Buffer): boolean => [entryMark, endMark].some((mark) => head.subarray(0, 4).equals(mark));

/** So many bytes of its end show its type, and are kept while it comes. */
export const tailBytesOf = (extension: AllowedExtension): number =>
  isPackaged(extension) ? directoryBytes : signatureBytes;

/** The bytes between beginning and end that show its type too, by what its beginning says. */
export function signatureRange(extension: AllowedExtension, head: Buffer): ByteRange | null {
  if (isCompoundKind(extension)) return directoryRange(head);
  return extension === 'tif' || extension === 'tiff' ? imageDirectoryRange(head) : null;
}

/** Whether a content that has come whole is a file of this extension, as far as its container shows. */
export async function isWhole(extension: AllowedExtension, ends: ContentEnds): Promise<boolean> {
  if (extension === 'zip') return ends.tail().includes(endMark);
  if (isPackaged(extension)) return isPackage(extension, ends);
  if (isCompoundKind(extension)) return compoundKindOf(ends) === extension;
  return extension === 'tif' || extension === 'tiff' ? isTiff(ends) : true;
}

function beginsAsText(extension: AllowedExtension, head: Buffer): boolean {
  const text = decode(head).trimStart();
  if (text.startsWith('%PDF-') || text.startsWith('{\\rtf')) return false;
  if (extension === 'xml') return /^<(\?xml|!--|!DOCTYPE (?!html)|[A-Za-z_])/.test(text) && !/^<html[\s>]/i.test(text);
  if (extension === 'eml') return /^[!-9;-~]+:/.test(text);
  return true;
}

/** Without the mark of its encoding. */
const decode = (bytes: Uint8Array): string => new TextDecoder(wideEncodingOf(bytes) ?? 'utf-8').decode(bytes);

function wideEncodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Text holds no control character but tabs, line ends and form feeds; UTF-16 says so with its first two bytes. */
export function makeTextCheck(): (chunk: Uint8Array) => boolean {
  let decoder: { decode(bytes: Uint8Array, options: { stream: boolean }): string } | null | undefined;
  return (chunk) => {
    if (decoder === undefined) {
      const encoding = wideEncodingOf(chunk);
      decoder = encoding && new TextDecoder(encoding);
    }
    return decoder ? isWideText(decoder.decode(chunk, { stream: true })) : isNarrowText(chunk);
  };
}

/** The control characters that no text holds: all but tab, ends of lines and pages, and escape. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const alienControl = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** Each byte as a character: the engine looks through them six times faster than a function that is called for each. */
const isNarrowText = (bytes: Uint8Array): boolean =>
  !alienControl.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));

/** Bytes that are no UTF-16 decode to unpaired surrogates, unassigned and private characters. */
const isWideText = (text: string): boolean => !/[\p{Cs}\p{Cn}\p{Co}\ufffd]/u.test(text) && !alienControl.test(text);
