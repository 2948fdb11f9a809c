import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { ivBytes, newIv } from './ivs.ts';

/** The place of a value. It is bound as associated data: a sealed value moved elsewhere no longer opens. */
export type SealPlace = { table: string; column: string; row: string };

/** The sealed value is damaged, or belongs to another place or another key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const aes256Gcm = 0x01;
const algorithm = Buffer.of(aes256Gcm);
const tagBytes = 16;
const bodyStart = 1 + ivBytes;

/**
 * Seals a small value by AES-256-GCM: algorithm (1 byte), IV (12), ciphertext, tag (16).
 * The size of the value stays visible.
 */
export const sealValue = (key: KeyObject, place: SealPlace, plain: Buffer | string): Buffer =>
  sealBytes(key, associatedData(place), typeof plain === 'string' ? Buffer.from(plain) : plain);

function sealBytes(key: KeyObject, associated: Buffer, plain: Buffer): Buffer {
  const iv = newIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associated);
  return Buffer.concat([algorithm, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws {SealBroken} */
export const openValue = (key: KeyObject, place: SealPlace, sealed: Buffer): Buffer =>
  openBytes(key, { place, associated: associatedData(place) }, sealed);

/** Seals a value under another key, in the same place; gives what it is, too. @throws {SealBroken} */
export function resealValue(
  { from, to }: { from: KeyObject; to: KeyObject },
  place: SealPlace,
  sealed: Buffer,
): { plain: Buffer; sealed: Buffer } {
  const associated = associatedData(place);
  const plain = openBytes(from, { place, associated }, sealed);
  return { plain, sealed: sealBytes(to, associated, plain) };
}

type Placed = { place: SealPlace; associated: Buffer };

function openBytes(key: KeyObject, { place, associated }: Placed, sealed: Buffer): Buffer {
  if (sealed[0] !== aes256Gcm || sealed.length < bodyStart + tagBytes) throw broken(place);
  const iv = sealed.subarray(1, bodyStart);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(associated).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw broken(place, cause);
  }
}

/** @throws {SealBroken} */
export function openText(key: KeyObject, place: SealPlace, sealed: Buffer): string {
  return openValue(key, place, sealed).toString('utf8');
}

/** Seals what JSON can hold; `undefined` is no value and is refused. */
export function sealJson(key: KeyObject, place: SealPlace, plain: unknown): Buffer {
  const text = JSON.stringify(plain);
  if (text === undefined) throw new TypeError('Nothing to seal');
  return sealValue(key, place, text);
}

/**
 * Opens what `sealJson` sealed. The caller's schema checks the shape: an older release may have sealed it. @throws
 * {SealBroken}
 */
export function openJson(key: KeyObject, place: SealPlace, sealed: Buffer): unknown {
  return JSON.parse(openText(key, place, sealed));
}

function associatedData({ table, column, row }: SealPlace): Buffer {
  return Buffer.from(JSON.stringify([aes256Gcm, table, column, row]));
}

function broken(place: SealPlace, cause?: unknown): SealBroken {
  return new SealBroken(`The seal of ${place.table}.${place.column} is broken for ${place.row}`, { cause });
}
