import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { ivBytes, newIv } from './ivs.ts';

/** Where a value lives. It is bound as associated data: a sealed value moved elsewhere no longer opens. */
export type SealPlace = { table: string; column: string; row: string };

/** The sealed value is damaged, or belongs to another place or another key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const aes256Gcm = 0x01;
const tagBytes = 16;
const bodyStart = 1 + ivBytes;

/**
 * Seals a small value by AES-256-GCM: algorithm (1 byte), IV (12), ciphertext, tag (16).
 * The size of the value stays visible.
 */
export function sealValue(key: KeyObject, place: SealPlace, plain: Buffer | string): Buffer {
  const iv = newIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(place));
  const bytes = typeof plain === 'string' ? Buffer.from(plain) : plain;
  return Buffer.concat([Buffer.of(aes256Gcm), iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** @throws {SealBroken} */
export function openValue(key: KeyObject, place: SealPlace, sealed: Buffer): Buffer {
  if (sealed[0] !== aes256Gcm || sealed.length < bodyStart + tagBytes) throw broken(place);
  const iv = sealed.subarray(1, bodyStart);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(place)).setAuthTag(sealed.subarray(-tagBytes));
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
 * Opens what `sealJson` sealed. The shape is for the caller's schema to tell: an older release may
 * have sealed it. @throws {SealBroken}
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
