import type { KeyObject } from 'node:crypto';
import type { Document } from '@perenne/contract/documents';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { entryValues, hashEntry } from '../../../../platform/journal/entry-hash.ts';
import { openDetails } from '../../../../platform/journal/journal.ts';
import type { DocumentSecrets } from '../../record/sealed-document.ts';
import type { DepositEntry } from './proofs.store.ts';

/** The facts of an attestation, whatever its language. */
export type AttestedFacts = {
  installation: string;
  safe: { id: string; holder: string };
  document: Pick<DocumentSecrets, 'title' | 'type' | 'fileName' | 'mimeType' | 'sha256' | 'sha512'> & {
    id: string;
    sizeBytes: number;
  };
  deposit: {
    at: string;
    by: Document['addedBy'];
    depositor: string | null;
    /** Set if it came by the link of a request: its sender has proved nothing. */
    link?: { request: string; sentTo: string | null };
  };
  journal: {
    /** The identifier of the received safe whose journal has the entry; it is hashed with the entry. */
    chapter?: string;
    seq: number;
    action: string;
    /** The values that are hashed after the hash before, joined by U+001F. */
    values: string[];
    prevHash: string;
    hash: string;
    /** The hash of its entry in the journal of the safe where the document waited for its owner. */
    depositHash: string | null;
  };
};

/** The bytes that are sealed: RFC 8785. */
export const factsFile = (facts: AttestedFacts): Buffer =>
  Buffer.from(canonicalJson({ attests: 'deposit', version: 1, ...facts }));

/**
 * The entry as the attestation gives it, from a journal that bears it out.
 * @throws where the entry's hash is not of what it says, or is of another content: nothing false is attested
 */
export function attestedEntry(
  key: KeyObject,
  entry: DepositEntry,
  { sha256, sha512 }: DocumentSecrets,
): AttestedFacts['journal'] {
  const values = entryValues(entry);
  if (!hashEntry(entry.prevHash, values).equals(entry.hash)) throw new Error('an entry of the journal was changed');
  const details = openDetails(key, entry.safeId, entry);
  if (details.sha256 !== sha256 || details.sha512 !== sha512)
    throw new Error('the journal recorded the deposit of another content');
  return {
    ...{ seq: entry.seq, action: entry.action, values },
    prevHash: entry.prevHash.toString('hex'),
    hash: entry.hash.toString('hex'),
    depositHash: details.depositHash ?? null,
  };
}
