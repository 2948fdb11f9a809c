import { createSecretKey, generateKeySync } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJson, openText, openValue, SealBroken, sealJson, sealValue } from './values.ts';

const key = generateKeySync('aes', { length: 256 });
const place = { table: 'documents', column: 'title', row: 'document-1' };

describe('a sealed value', () => {
  it('opens as it was, whatever it holds', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        const plain = Buffer.from(bytes);
        expect(openValue(key, place, sealValue(key, place, plain))).toEqual(plain);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(openText(key, place, sealValue(key, place, text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(openJson(key, place, sealJson(key, place, value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('begins with its algorithm, shows nothing of its text and never repeats', () => {
    const sealed = sealValue(key, place, 'Bulletin de paie');
    expect(sealed[0]).toBe(2);
    expect(sealed).toHaveLength(1 + 12 + 16 + 16);
    expect(sealed.includes('Bulletin')).toBe(false);
    expect(sealValue(key, place, 'Bulletin de paie')).not.toEqual(sealed);
  });

  it.each([
    { ...place, table: 'folders' },
    { ...place, column: 'file_name' },
    { ...place, row: 'document-2' },
    { table: 'documents","title', column: '', row: 'document-1' },
  ])('does not open at another place: %o', (elsewhere) => {
    const sealed = sealValue(key, place, 'Bulletin de paie');
    expect(() => openValue(key, elsewhere, sealed)).toThrow(SealBroken);
  });

  it('does not open under another key', () => {
    expect(() => openValue(generateKeySync('aes', { length: 256 }), place, sealValue(key, place, 'x'))).toThrow(
      SealBroken,
    );
  });

  it('does not open with any of its bytes changed or cut off', () => {
    const sealed = sealValue(key, place, 'Bulletin de paie');
    for (const index of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 0x80;
      expect(() => openValue(key, place, changed)).toThrow(SealBroken);
      expect(() => openValue(key, place, sealed.subarray(0, index))).toThrow(SealBroken);
    }
  });

  it('says which value is broken and nothing of what it holds', () => {
    const sealed = sealValue(key, place, 'Bulletin de paie');
    expect(() => openValue(key, place, sealed.subarray(0, -1))).toThrow(
      'The seal of documents.title is broken for document-1',
    );
  });

  it.each([
    [
      'under the key itself, as earlier releases sealed',
      'AXPzw3Ob/PH3AKu+pKmmEeZFC/iQHo2TFPin8rJ3vQPJECvhBCmMTXdyWn1t',
    ],
    ['under the key of its place', 'AkPcftEQDTbbyZ/7Y6geXDv7bQ6np9BwHwxns6YHaqvUoquB3I79MI2r9hSR'],
  ])('opens for ever: %s', (_how, sealed) => {
    const fixed = createSecretKey(Buffer.alloc(32, 7));
    expect(openText(fixed, place, Buffer.from(sealed, 'base64'))).toBe('Bulletin de paie');
    const other = Buffer.from(sealed, 'base64');
    other[0] = other[0] === 1 ? 2 : 1;
    expect(() => openText(fixed, place, other)).toThrow(SealBroken);
  });

  it('is never made of nothing', () => {
    expect(() => sealJson(key, place, undefined)).toThrow(TypeError);
  });
});
