import { createHash, timingSafeEqual } from 'node:crypto';
import { tusChecksums } from '@perenne/contract/uploads';
import { InvalidRequest } from '../../../../platform/domain-error.ts';
import { TusRefusal } from './tus-refusal.ts';

/** The digest that a body is to have, and what it has so far. */
export type Checksum = {
  add(chunk: Uint8Array): void;
  /** @throws {TusRefusal} 460 */
  require(): void;
};

/** Reads `Upload-Checksum`. @throws {InvalidRequest} an algorithm that is not known, a digest that is none */
export function readChecksum(header: string | undefined): Checksum | null {
  if (header === undefined) return null;
  const [name, encoded = '', ...more] = header.trim().split(/ +/);
  const algorithm = tusChecksums.find((known) => known === name);
  if (!algorithm || more.length > 0) throw new InvalidRequest([{ field: 'upload-checksum', rule: 'value' }]);
  const hash = createHash(algorithm);
  const expected = Buffer.from(encoded, 'base64');
  return {
    add: (chunk) => void hash.update(chunk),
    require: () => {
      const actual = hash.digest();
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
        throw new TusRefusal(460, { field: 'upload-checksum' });
    },
  };
}
