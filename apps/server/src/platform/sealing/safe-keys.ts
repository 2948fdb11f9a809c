import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { KeyUse } from '../keys/keys.ts';

/**
 * A safe's key is never used itself, but split into these, so that no key serves two algorithms. Key objects print
 * nothing of themselves, and Node takes them ten times faster than bytes.
 */
export interface SafeKeys<Use extends KeyUse = KeyUse> {
  /** the purpose they were asked for, and counted under: a function may demand one */
  readonly use: Use;
  /** for `sealValue` */
  values: KeyObject;
  /** for the headers of contents */
  contents: KeyObject;
  /** for `keyedHash` */
  index: KeyObject;
  /** for the details of the journal; random, so that another safe can be given it without any other */
  journal: KeyObject;
}

export const safeKeyBytes = 32;

export function newSafeKey(): Buffer {
  return randomBytes(safeKeyBytes);
}

/** The keys that follow from the safe's key. */
export function deriveSafeKeys(safeKey: Buffer): Omit<SafeKeys, 'journal' | 'use'> {
  if (safeKey.length !== safeKeyBytes) throw new RangeError('A safe key has 32 bytes');
  const derive = (use: string): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', safeKey, '', `perenne/safe/${use}/v1`, 32)));
  return { values: derive('values'), contents: derive('contents'), index: derive('index') };
}

/**
 * The hash under which something is found again without being readable: HMAC-SHA-256, 32 bytes.
 * The label says what is looked for (`email`, `word`), so that equal texts of two kinds differ.
 * The text comes normalised: what differs by a letter's case or accent hashes differently.
 */
export function keyedHash(indexKey: KeyObject, label: string, text: string): Buffer {
  return createHmac('sha256', indexKey)
    .update(JSON.stringify([label, text]))
    .digest();
}
