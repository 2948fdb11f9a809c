import { createECDH, randomBytes, type KeyObject } from 'node:crypto';
import { toDer } from '../../platform/pki/ecdsa.ts';

/** The order of the curve P-256. */
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** ECDSA over a digest that was computed elsewhere, as a KMS does it; Node's own signing hashes first. In DER. */
export function signDigest(key: KeyObject, digest: Buffer): Buffer {
  const secret = toNumber(Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url'));
  const nonce = randomBytes(32);
  const point = createECDH('prime256v1');
  point.setPrivateKey(nonce);
  const r = toNumber(point.getPublicKey().subarray(1, 33)) % n;
  const s = (inverse(toNumber(nonce)) * (toNumber(digest) + r * secret)) % n;
  return toDer(Buffer.concat([r, s].map((part) => Buffer.from(part.toString(16).padStart(64, '0'), 'hex'))));
}

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** By Fermat: n is prime. */
function inverse(number: bigint): bigint {
  let [result, base] = [1n, number % n];
  for (let exponent = n - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % n;
    base = (base * base) % n;
  }
  return result;
}
