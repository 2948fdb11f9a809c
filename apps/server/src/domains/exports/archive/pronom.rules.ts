/** Identifiers of the PRONOM registry, by MIME type: of formats whose versions it does not distinguish. */
const byType: Record<string, string> = {
  'image/tiff': 'fmt/353',
  'image/heic': 'fmt/1101',
  'image/heif': 'fmt/1101',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'fmt/412',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'fmt/214',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'fmt/215',
  'application/zip': 'x-fmt/263',
  'application/xml': 'fmt/101',
  'message/rfc822': 'fmt/278',
  'text/csv': 'x-fmt/18',
  'text/plain': 'x-fmt/111',
};

const hexOf = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
/** A RIFF file begins with its length. */
const riff = (kind: string): RegExp => new RegExp(`^${hexOf('RIFF')}.{8}${hexOf(kind)}`);
const jfif = (version: string): RegExp => new RegExp(`^ffd8ffe0.{4}${hexOf('JFIF')}00${version}`);
const pdf = (version: string): RegExp => new RegExp(`^(0[9abcd]|20)*${hexOf(`%PDF-${version}`)}`);

/** By the version in the first bytes, in hex. */
const byBeginning: ReadonlyArray<[type: string, beginning: RegExp, identifier: string]> = [
  ['application/pdf', pdf('1.0'), 'fmt/14'],
  ['application/pdf', pdf('1.1'), 'fmt/15'],
  ['application/pdf', pdf('1.2'), 'fmt/16'],
  ['application/pdf', pdf('1.3'), 'fmt/17'],
  ['application/pdf', pdf('1.4'), 'fmt/18'],
  ['application/pdf', pdf('1.5'), 'fmt/19'],
  ['application/pdf', pdf('1.6'), 'fmt/20'],
  ['application/pdf', pdf('1.7'), 'fmt/276'],
  ['application/pdf', pdf('2.0'), 'fmt/1129'],
  ['image/gif', new RegExp(`^${hexOf('GIF87a')}`), 'fmt/3'],
  ['image/gif', new RegExp(`^${hexOf('GIF89a')}`), 'fmt/4'],
  ['image/jpeg', jfif('0100'), 'fmt/42'],
  ['image/jpeg', jfif('0101'), 'fmt/43'],
  ['image/jpeg', jfif('0102'), 'fmt/44'],
  ['image/webp', riff('WEBPVP8 '), 'fmt/566'],
  ['image/webp', riff('WEBPVP8L'), 'fmt/567'],
  ['image/webp', riff('WEBPVP8X'), 'fmt/568'],
];

/** The PRONOM identifier of a format where it is known, else the MIME type. */
export function formatOf(mimeType: string, head: Uint8Array): string {
  const type = mimeType.replace(/;.*/, '');
  const beginning = Buffer.from(head).toString('hex');
  const known = byBeginning.find(([of, pattern]) => of === type && pattern.test(beginning));
  return known?.[2] ?? byType[type] ?? mimeType;
}
