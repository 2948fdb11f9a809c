import { randomBytes } from 'node:crypto';
import * as asn1 from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp } from 'pkijs';
import { digestOids } from '../pki/digest-algorithms.ts';
import { StampRefused, type Imprint, type Stamp } from './timestamps.ts';
import { clockToleranceMs, unsigned, verifyStamp, type StampTrust } from './verify-stamp.ts';

/** A request in DER, and what its answer must repeat. */
export type TimestampRequest = { bytes: Buffer; nonce: Buffer };

/** Asks for the authority's certificate, and under `policy` where one is wanted. */
export function writeRequest({ algorithm, digest }: Imprint, policy?: string): TimestampRequest {
  const nonce = randomBytes(16);
  // Positive, of always as many bytes.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: digestOids[algorithm], algorithmParams: new asn1.Null() }),
      hashedMessage: new asn1.OctetString({ valueHex: new Uint8Array(digest) }),
    }),
    ...(policy !== undefined && { reqPolicy: policy }),
    nonce: new asn1.Integer({ valueHex: new Uint8Array(nonce) }),
    certReq: true,
  });
  return { bytes: Buffer.from(request.toSchema().toBER()), nonce };
}

type Expected = StampTrust & { imprint: Imprint; nonce: Buffer };

/** The token of an answer, once all of it holds. @throws {StampRefused} */
export function readAnswer(answer: Buffer, { imprint, nonce, ...trust }: Expected): Stamp {
  const token = readToken(answer);
  const stamp = verifyStamp(token, imprint, trust);
  if (!stamp.nonce?.equals(unsigned(nonce))) throw new StampRefused('it answers another request (nonce)');
  if (Math.abs(stamp.at.getTime() - trust.now.getTime()) > clockToleranceMs)
    throw new StampRefused(`its time is ${stamp.at.toISOString()}`);
  return { token, at: stamp.at };
}

/** Granted, and granted with changes: a change shows in what is checked next. */
const granted: ReadonlySet<number> = new Set([0, 1]);

function readToken(answer: Buffer): Buffer {
  let response: TimeStampResp;
  try {
    response = TimeStampResp.fromBER(new Uint8Array(answer));
  } catch (cause) {
    throw new StampRefused('it cannot be read', { cause });
  }
  const { status } = response.status;
  if (!granted.has(status)) throw new StampRefused(`it is a refusal (status ${status})`);
  if (!response.timeStampToken) throw new StampRefused('it has no token');
  return Buffer.from(response.timeStampToken.toSchema().toBER());
}
