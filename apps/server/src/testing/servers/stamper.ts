import type { X509Certificate } from 'node:crypto';
import { answerRequest } from '../../../demo/timestamps/answer.ts';
import { makeAuthority, makeRoot, type Authority, type Life } from '../../../demo/timestamps/authority.ts';
import { readAnswer, writeRequest } from '../../platform/timestamps/time-stamp-exchange.ts';
import type { Imprint } from '../../platform/timestamps/timestamps.ts';

/** An authority that stamps at any time of its life; its tokens are genuine. */
export type Stamper = { root: X509Certificate; stamp(imprint: Imprint, at: Date): Promise<Buffer> };

export function makeStamper(life: Life): Stamper {
  const authority: Authority = makeAuthority(makeRoot(life), life);
  const { root } = authority;
  const stamp = async (imprint: Imprint, at: Date) => {
    const { bytes, nonce } = writeRequest(imprint);
    const answer = await answerRequest(authority, bytes, at);
    return readAnswer(answer, { imprint, nonce, roots: [root], now: at }).token;
  };
  return { root, stamp };
}
