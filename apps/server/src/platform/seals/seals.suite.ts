import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Seals } from './seals.ts';

const bytes = Buffer.from('{"n":1,"root":"00"}');

/** Every seal keeps these promises, wherever its key is. */
export function describeSeals(name: string, open: () => Promise<Seals>): void {
  describe(`${name} as the seal`, () => {
    it('seals by ES256 (r ‖ s), under the public key of its certificate', async () => {
      const seals = await open();
      const { kid, alg, signature } = await seals.seal(bytes);
      const current = await seals.current();
      expect({ kid, alg }).toEqual({ kid: current.kid, alg: 'ES256' });
      const { publicKey } = new X509Certificate(current.certificate);
      const raw = Buffer.from(signature, 'base64');
      expect(raw).toHaveLength(64);
      expect(verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
    });

    it('names its key by the SHA-256 of the public key', async () => {
      const { kid, certificate } = await (await open()).current();
      const spki = new X509Certificate(certificate).publicKey.export({ format: 'der', type: 'spki' });
      expect(kid).toBe(createHash('sha256').update(spki).digest('hex').slice(0, 16));
    });

    it('knows what it sealed, and nothing else', async () => {
      const seals = await open();
      const { kid, signature } = await seals.seal(bytes);
      expect(await seals.verify(bytes, signature)).toBe(kid);
      expect(await seals.verify(Buffer.from('{"n":2}'), signature)).toBeNull();
      const other = Buffer.from(signature, 'base64');
      other[40] = (other[40] ?? 0) ^ 1;
      expect(await seals.verify(bytes, other.toString('base64'))).toBeNull();
      for (const nothing of ['', 'AAAA', '!', 'A'.repeat(200)]) expect(await seals.verify(bytes, nothing)).toBeNull();
    });

    it('publishes its certificate, its issuers and its key', async () => {
      const seals = await open();
      const current = await seals.current();
      expect(await seals.certificates()).toEqual([current]);
      expect(current.from.getTime()).toBeLessThan(current.to.getTime());
      let issued = new X509Certificate(current.certificate);
      for (const issuer of current.chain.map((pem) => new X509Certificate(pem))) {
        expect(issued.verify(issuer.publicKey)).toBe(true);
        issued = issuer;
      }
      const [key, ...others] = await seals.publicKeys();
      expect(others).toEqual([]);
      expect(key).toMatchObject({ kid: current.kid, algorithm: 'ES256' });
      const published = createPublicKey(key?.publicKey ?? '');
      expect(published.equals(new X509Certificate(current.certificate).publicKey)).toBe(true);
    });
  });
}
