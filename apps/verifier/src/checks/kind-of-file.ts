import { latinOf, type Bytes } from './bytes.ts';
import { readCertificates } from './signatures/certificates.ts';
import type { Kind } from './report.ts';

const headBytes = 4096;
/** The files of `META-INF` come last, so that their names are at the end of the directory. */
const endBytes = 65_536;

/** By its content: names say little, and a file that was tampered with is to be recognised all the same. */
export async function kindOf(file: Blob): Promise<Kind> {
  const head = await readLatin(file, 0, headBytes);
  if (head.startsWith('PK')) return (await isArchive(file)) ? 'archive' : 'document';
  if (head.startsWith('%PDF-')) return (await isAttestation(file)) ? 'attestation' : 'document';
  if (head.includes('-----BEGIN CERTIFICATE-----')) return 'certificates';
  if (/"format"\s*:\s*"perenne-proof-/.test(head)) return 'proof';
  if (/"format"\s*:\s*"perenne-journal-/.test(head)) return 'journal';
  if (hasMost(head, ['n', 'size', 'root', 'previous', 'seal', 'timestamp'])) return 'checkpoints';
  if (hasMost(head, ['from', 'to', 'path'])) return 'consistency';
  const isDer = head.charCodeAt(0) === 0x30 && file.size < headBytes;
  if (isDer && (await readCertificates(await readWhole(file))).length > 0) return 'certificates';
  return 'document';
}

/** Whether a text is JSON with these names in it, but for one that somebody may have changed. */
const hasMost = (head: string, names: readonly string[]): boolean =>
  head.trimStart().startsWith('{') &&
  names.filter((name) => new RegExp(`"${name}"\\s*:`).test(head)).length >= names.length - 1;

/** Other ZIP archives, among them office files, are documents. A name in its directory is enough: a part may be missing. */
async function isArchive(file: Blob): Promise<boolean> {
  const ends = [
    await readLatin(file, 0, headBytes),
    await readLatin(file, Math.max(0, file.size - endBytes), file.size),
  ];
  return ends.some(
    (text) => text.includes('vnd.etsi.asic-e+zip') || /META-INF\/(ASiC|manifest-fnta|signatures)/.test(text),
  );
}

/** By the names of what is attached to it; no attestation is large. */
const isAttestation = async (file: Blob): Promise<boolean> =>
  file.size < 16_000_000 && /attestation\.(json|sig\.txt)/.test(await readLatin(file, 0, file.size));

const readLatin = async (file: Blob, from: number, to: number): Promise<string> =>
  latinOf(await file.slice(from, to).arrayBuffer());

export const readWhole = async (file: Blob): Promise<Bytes> => new Uint8Array(await file.arrayBuffer());
