import { allowedExtensions, type AllowedExtension } from '@perenne/contract/documents';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes of a file's beginning, and of its end, that show its type. */
export const tellingBytes = 64 * 1024;

const mimeTypes: Record<AllowedExtension, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
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
const shown = new Set(['pdf', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'txt']);

const textual = new Set<AllowedExtension>(['txt', 'csv', 'xml', 'eml']);

/** Inside an office document: the folder of its parts, or the media type that it begins with. */
const packaged: Partial<Record<AllowedExtension, string>> = {
  docx: 'word/',
  xlsx: 'xl/',
  pptx: 'ppt/',
  odt: `mimetype${mimeTypes.odt}`,
  ods: `mimetype${mimeTypes.ods}`,
  odp: `mimetype${mimeTypes.odp}`,
};

/** The extension in lower case, or null where there is none or it is not allowed. */
export function extensionOf(fileName: string): AllowedExtension | null {
  const extension = /[^.]\.([a-z]{3,4})$/i.exec(fileName)?.[1]?.toLowerCase();
  return allowedExtensions.find((allowed) => allowed === extension) ?? null;
}

/** The type of a file that begins so: a text's first two bytes say that it is UTF-16, of either order (RFC 2781). */
export const mimeTypeOf = (extension: AllowedExtension, head: Uint8Array): string =>
  wideEncodingOf(head) ? mimeTypes[extension].replace('charset=utf-8', 'charset=utf-16') : mimeTypes[extension];

export const isTextual = (extension: AllowedExtension): boolean => textual.has(extension);
export const isShown = (fileName: string): boolean => shown.has(extensionOf(fileName) ?? '');

/** Whether the first bytes are those of a file of this extension. */
export async function beginsAs(extension: AllowedExtension, head: Buffer): Promise<boolean> {
  if (head.length === 0) return false;
  if (isTextual(extension)) return beginsAsText(extension, head);
  // Readers look for it in the first kilobyte; bytes before it could be another kind of file.
  if (extension === 'pdf') return decode(head.subarray(0, 64)).trimStart().startsWith('%PDF-');
  const detected = await detect(head);
  if (extension in packaged || extension === 'zip') return isZip(head);
  if (['doc', 'xls', 'ppt'].includes(extension)) return detected === 'cfb';
  return detected !== undefined && (detected === aliases[extension] || detected === extension);
}

const aliases: Partial<Record<AllowedExtension, string>> = { jpeg: 'jpg', tiff: 'tif' };

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

/** An archive ends with its directory; an office document names its kind there or at its beginning. */
export function endsAs(extension: AllowedExtension, head: Buffer, tail: Buffer): boolean {
  const mark = packaged[extension];
  if (extension !== 'zip' && mark === undefined) return true;
  return tail.includes(endMark) && (mark === undefined || head.includes(mark) || tail.includes(mark));
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
    return decoder ? isWideText(decoder.decode(chunk, { stream: true })) : chunk.every(isTextByte);
  };
}

const isTextByte = (byte: number): boolean => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;

/** Bytes that are no UTF-16 decode to unpaired surrogates, unassigned and private characters. */
const isWideText = (text: string): boolean =>
  !/[\p{Cs}\p{Cn}\p{Co}\ufffd]/u.test(text) && [...text].every((character) => isTextByte(character.charCodeAt(0)));
