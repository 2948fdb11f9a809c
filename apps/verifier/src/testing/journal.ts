import type { Checkpoint, DocumentProof, EvidenceEntry } from '@perenne/contract/evidence';
import { concat, digest, fromHex, toHex, utf8, type Bytes } from '../checks/bytes.ts';
import { canonicalJson } from '../checks/log/canonical-json.ts';
import { kidOf, readCertificate } from '../checks/signatures/certificates.ts';
import { hashLeaf } from '../checks/log/merkle.ts';
import { signEs256, type Holder } from './authority.ts';
import { stamp } from './signed-message.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

type NewEntry = { action: string; objectId?: string; details?: Record<string, string>; at?: Date };

export const safeId = '019ab000-0000-7000-8000-000000000001';

/** Entries as the journal's chain makes them: see docs/evidence.md. */
export async function makeEntries(entries: readonly NewEntry[], journalId = safeId): Promise<EvidenceEntry[]> {
  const made: EvidenceEntry[] = [];
  for (const [index, { action, objectId = '', details = {}, at }] of entries.entries()) {
    const before = made.at(-1);
    const seq = index + 1;
    const time = at ?? new Date(Date.UTC(2026, 10, 20, 8, index));
    const salt = base64(crypto.getRandomValues(new Uint8Array(16)));
    const detailHash = toHex(await digest('SHA-256', utf8(JSON.stringify({ salt, ...details }))));
    const micros = String(time.getTime() * 1000);
    const values = [
      journalId,
      String(seq),
      crypto.randomUUID(),
      micros,
      'owner',
      '',
      action,
      objectId,
      'done',
      detailHash,
    ];
    const canonical = concat(fromHex(before?.hash ?? '0'.repeat(64)), utf8(values.join('\u001F')));
    made.push({
      ...{ seq, at: time.toISOString(), action, actor: { kind: 'owner' }, result: 'done', salt, details },
      previousHash: before?.hash ?? null,
      hash: toHex(await digest('SHA-256', canonical)),
      canonical: base64(canonical),
    });
  }
  return made;
}

export const journalOf = (entries: EvidenceEntry[]) => ({
  ...{ format: 'perenne-journal-1' as const, safeId },
  chapters: [{ id: safeId, entries }],
});

export type Document = { id: string; content: Bytes; sha256: string; sha512: string };

export async function makeDocument(text: string): Promise<Document> {
  const content = utf8(text);
  return {
    ...{ id: crypto.randomUUID(), content },
    sha256: toHex(await digest('SHA-256', content)),
    sha512: toHex(await digest('SHA-512', content)),
  };
}

export const depositOf = ({ id, sha256, sha512 }: Document): NewEntry => ({
  ...{ action: 'document.deposited', objectId: id },
  details: { title: 'Bulletin de paie', sha256, sha512 },
});

export type Authorities = { seal: Holder; timestamps: Holder };

export type LogState = Pick<Checkpoint, 'n' | 'size' | 'root' | 'previous' | 'at'>;

export const bytesOf = ({ n, size, root, previous, at }: LogState): Bytes =>
  utf8(canonicalJson({ n, size, root, previous, at }));

export async function signCheckpoint(state: LogState, { seal, timestamps }: Authorities): Promise<Checkpoint> {
  const certificate = await readCertificate(seal.der);
  if (!certificate) throw new Error('the seal has no certificate');
  const signature = base64(await signEs256(seal, bytesOf(state)));
  return {
    ...state,
    seal: { kid: await kidOf(certificate), alg: 'ES256', signature },
    timestamp: base64(await stamp(bytesOf(state), timestamps, new Date(state.at))),
  };
}

/** A log of three leaves, of which the last is that of these entries. */
export async function makeCheckpoint(
  head: string,
  { seal, timestamps }: Authorities,
  at = new Date('2026-11-20T09:00:00Z'),
): Promise<Pick<DocumentProof, 'inclusion' | 'checkpoint'>> {
  const leaf = await hashLeaf(fromHex(head));
  const [first, second] = await Promise.all([hashLeaf(utf8('one')), hashLeaf(utf8('two'))]);
  const left = await digest('SHA-256', concat(Uint8Array.of(1), first, second));
  const root = await digest('SHA-256', concat(Uint8Array.of(1), left, leaf));
  const covered = { n: 4, size: 3, root: toHex(root), previous: 'ab'.repeat(32), at: at.toISOString() };
  const checkpoint = await signCheckpoint(covered, { seal, timestamps });
  const inclusion = { leafIndex: 2, treeSize: 3, leafHash: toHex(leaf), path: [toHex(left)] };
  return { inclusion, checkpoint };
}

/** The proof of the document that the entry of this place deposited. */
export function proofOf(
  { id, sha256, sha512 }: Document,
  entries: readonly EvidenceEntry[],
  logged: Pick<DocumentProof, 'inclusion' | 'checkpoint'>,
): DocumentProof {
  const from = entries.findIndex(({ details }) => details?.['sha256'] === sha256);
  const own = entries.slice(from).map((entry, index) => {
    const { salt: _salt, details: _details, ...rest } = entry;
    return index === 0 ? entry : rest;
  });
  const depositedAt = entries[from]?.at ?? '';
  return { format: 'perenne-proof-1', document: { id, sha256, sha512, depositedAt }, journal: own, ...logged };
}
