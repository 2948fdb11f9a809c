import { isId, uuidOf } from '../identifiers.ts';
import type { Secrets } from '../secrets.ts';

type Codes = Pick<Secrets, 'codeTag'>;
type Subject = { sub: string; sid: string };

/** The mask is of this `sid` alone: the tokens of two links of one safe have nothing in common. */
function mask(secrets: Codes, sid: string, bytes: Buffer): Buffer {
  const key = secrets.codeTag('token-subject', sid);
  return Buffer.from(bytes.map((byte, at) => byte ^ (key[at] ?? 0)));
}

/** The `sub` claim in which nobody reads which safe is meant, or since when there is one. */
export const hideSubject = (secrets: Codes, { sub, sid }: Subject): string =>
  mask(secrets, sid, Buffer.from(sub.replaceAll('-', ''), 'hex')).toString('base64url');

/** The identifier of the safe; earlier tokens have it as it is. */
export const revealSubject = (secrets: Codes, { sub, sid }: Subject): string =>
  isId(sub) ? sub : uuidOf(mask(secrets, sid, Buffer.from(sub, 'base64url')));
