import { fromBase64, toHex, type DigestName } from '../bytes.ts';
import { Broken, type Findings } from '../report.ts';
import { attributeOf, contentOf, findOne, type Element } from '../xml/xml.ts';

/** A file that is there, with its digests in hex. */
export type KnownFile = { name: string; sizeBytes: number; sha256: string; sha512: string };
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** The entry of a file in a list. */
export type Listed = { name: string; algorithm: DigestName; digest: string };

const algorithms: Record<string, DigestName> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'SHA-256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'SHA-512',
};

/**
 * The digest that an element gives by `DigestMethod` and `DigestValue`, in hex.
 * @throws {Broken} listUnread, algorithmUnknown
 */
export function readDigest(element: Element, file: string): Pick<Listed, 'algorithm' | 'digest'> {
  const named = findOne(element, 'DigestMethod');
  const method = named && attributeOf(named, 'Algorithm');
  const value = fromBase64(contentOf(findOne(element, 'DigestValue')));
  if (!method || !value) throw new Broken('listUnread', { file, where: 'DigestValue' });
  const algorithm = algorithms[method];
  if (!algorithm) throw new Broken('algorithmUnknown', { file, algorithm: method });
  return { algorithm, digest: toHex(value) };
}

/**
 * The name of the file that a URI of the archive means.
 * @throws {Broken} listUnread
 */
export function readUri(element: Element, file: string): string {
  const name = decoded(attributeOf(element, 'URI'));
  if (!name) throw new Broken('listUnread', { file, where: 'URI' });
  return name;
}

function decoded(uri: string | null): string | null {
  try {
    return uri && decodeURIComponent(uri);
  } catch {
    return null;
  }
}

type Compared = {
  /** The name of the list. */
  list: string;
  files: KnownFiles;
  /** Whether the list is to name this file. */
  covers: (name: string) => boolean;
};

/** Compares a list with what is there, both ways. Returns whether nothing differs. */
export function compareList(listed: readonly Listed[], { list, files, covers }: Compared, findings: Findings): boolean {
  const names = new Set(listed.map(({ name }) => name));
  const seen = new Set<string>();
  const twice = listed.filter(({ name }) => seen.size === seen.add(name).size);
  const missing = listed.filter(({ name }) => !files.has(name));
  const changed = listed.filter((each) => differs(each, files.get(each.name)));
  const unlisted = [...files.keys()].filter((name) => covers(name) && !names.has(name));
  for (const { name } of twice) findings.fails('fileListedTwice', { file: name, list });
  for (const { name } of missing) findings.fails('fileMissing', { file: name, list });
  for (const { name } of changed) findings.fails('digestDiffers', { file: name, list });
  for (const name of unlisted) findings.fails('fileUnlisted', { file: name, list });
  return twice.length + missing.length + changed.length + unlisted.length === 0;
}

const differs = ({ algorithm, digest }: Listed, file: KnownFile | undefined): boolean =>
  file !== undefined && digest !== (algorithm === 'SHA-512' ? file.sha512 : file.sha256);
