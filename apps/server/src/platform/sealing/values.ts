import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { ivBytes, newIv } from './ivs.ts';

/** The place of a value. It is bound as associated data: a sealed value moved elsewhere no longer opens. */
export type SealPlace = { table: string; column: string; row: string };

/** The sealed value is damaged, or belongs to another place or another key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** The first byte of a sealed value: AES-256-GCM under the key itself, as earlier releases did, or the key of its place. */
const algorithms = { underKey: 0x01, underKeyOfPlace: 0x02 } as const;
type Algorithm = (typeof algorithms)[keyof typeof algorithms];

const tagBytes = 16;
const bodyStart = 1 + ivBytes;

/**
 * Seals a small value by AES-256-GCM: algorithm (1 byte), IV (12), ciphertext, tag (16).
 * The size of the value stays visible.
 */
export function sealValue(key: KeyObject, place: SealPlace, plain: Buffer | string): Buffer {
  const iv = newIv();
  const { cipherKey, associated } = bindPlace(algorithms.underKeyOfPlace, key, place);
  const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(associated);
  const head = Buffer.of(algorithms.underKeyOfPlace);
  return Buffer.concat([head, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws {SealBroken} */
export function openValue(key: KeyObject, place: SealPlace, sealed: Buffer): Buffer {
  const algorithm = Object.values(algorithms).find((known) => known === sealed[0]);
  if (algorithm === undefined || sealed.length < bodyStart + tagBytes) throw broken(place);
  const { cipherKey, associated } = bindPlace(algorithm, key, place);
  const iv = sealed.subarray(1, bodyStart);
  const decipher = createDecipheriv('aes-256-gcm', cipherKey, iv, { authTagLength: tagBytes });
  decipher.setAAD(associated).setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(bodyStart, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw broken(place, cause);
  }
}

/** Seals a value under another key, in the same place; returns the plain value too. @throws {SealBroken} */
export function resealValue(
  { from, to }: { from: KeyObject; to: KeyObject },
  place: SealPlace,
  sealed: Buffer,
): { plain: Buffer; sealed: Buffer } {
  const plain = openValue(from, place, sealed);
  return { plain, sealed: sealValue(to, place, plain) };
}

/** The place is associated data, and what the key of the place is derived from (decision 0047). */
function bindPlace(algorithm: Algorithm, key: KeyObject, { table, column, row }: SealPlace) {
  const associated = Buffer.from(JSON.stringify([algorithm, table, column, row]));
  if (algorithm === algorithms.underKey) return { cipherKey: key, associated };
  return { cipherKey: createSecretKey(createHmac('sha256', key).update(associated).digest()), associated };
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

function broken(place: SealPlace, cause?: unknown): SealBroken {
  return new SealBroken(`The seal of ${place.table}.${place.column} is broken for ${place.row}`, { cause });
}
