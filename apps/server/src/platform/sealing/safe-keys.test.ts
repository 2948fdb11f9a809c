import { describe, expect, it } from 'vitest';
import { deriveSafeKeys, keyedHash, newSafeKey } from './safe-keys.ts';

const hex = (key: Buffer): string => key.toString('hex');

describe('the keys of a safe', () => {
  it('are the same whenever they are derived, and all different', () => {
    const safeKey = newSafeKey();
    const keys = deriveSafeKeys(safeKey);
    const again = deriveSafeKeys(safeKey);
    expect([again.values.equals(keys.values), again.contents.equals(keys.contents)]).toEqual([true, true]);
    expect(again.index.equals(keys.index)).toBe(true);
    const all = [safeKey, keys.values.export(), keys.contents.export(), keys.index.export()].map(hex);
    expect(new Set(all).size).toBe(4);
    expect(all.every((key) => key.length === 64)).toBe(true);
  });

  it('stay what they are, release after release', () => {
    // A changed derivation would leave every safe unreadable.
    const keys = deriveSafeKeys(Buffer.alloc(32, 7));
    expect(hex(keys.values.export()).slice(0, 16)).toBe('38f80a0f807010de');
    expect(hex(keys.contents.export()).slice(0, 16)).toBe('f88163b21ffecd02');
    expect(hex(keys.index.export()).slice(0, 16)).toBe('36bafe9f92989035');
    expect(keyedHash(keys.index, 'word', 'paie').toString('hex').slice(0, 16)).toBe('170a2f57dddb4214');
  });

  it('refuse a key of another size', () => {
    expect(() => deriveSafeKeys(Buffer.alloc(31))).toThrow(RangeError);
  });

  it('hash by key, label and text', () => {
    const { index } = deriveSafeKeys(newSafeKey());
    const hash = keyedHash(index, 'word', 'paie');
    expect(hash).toHaveLength(32);
    expect(keyedHash(index, 'word', 'paie')).toEqual(hash);
    expect(keyedHash(index, 'word', 'paies')).not.toEqual(hash);
    expect(keyedHash(index, 'email', 'paie')).not.toEqual(hash);
    expect(keyedHash(index, 'wordp', 'aie')).not.toEqual(hash);
    expect(keyedHash(deriveSafeKeys(newSafeKey()).index, 'word', 'paie')).not.toEqual(hash);
  });
});
