import { randomBytes, sign } from 'node:crypto';
import * as asn1 from 'asn1js';
import { ContentInfo, PKIStatus, PKIStatusInfo, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { digestBytes, digestOf, nodeDigest } from '../../src/platform/pki/digest-algorithms.ts';
import { oid } from '../../src/platform/pki/object-identifiers.ts';
import { signCms } from '../../src/platform/pki/signed-data.ts';
import type { Authority } from './authority.ts';

/** The policy under which the demonstration stamps: an identifier below the arc kept for examples. */
export const demonstrationPolicy = '2.999.3161.1';

/** Bits of PKIFailureInfo (RFC 3161, 2.4.2). */
const failures = { badAlg: 0, badDataFormat: 5, unacceptedPolicy: 15 } as const;

/** The answer to a request, both in DER: a timestamp of this instant, or a refusal. */
export async function answerRequest(authority: Authority, request: Buffer, now: Date): Promise<Buffer> {
  const asked = readRequest(request);
  if (!asked) return refuse('badDataFormat');
  const { hashAlgorithm, hashedMessage } = asked.messageImprint;
  const algorithm = digestOf(hashAlgorithm.algorithmId);
  if (!algorithm || hashedMessage.getValue().byteLength !== digestBytes[algorithm]) return refuse('badAlg');
  if (asked.reqPolicy !== undefined && asked.reqPolicy !== demonstrationPolicy) return refuse('unacceptedPolicy');
  const token = await makeToken(authority, asked, now);
  const status = new PKIStatusInfo({ status: PKIStatus.granted });
  return Buffer.from(new TimeStampResp({ status, timeStampToken: token }).toSchema().toBER());
}

function readRequest(request: Buffer): TimeStampReq | null {
  try {
    return TimeStampReq.fromBER(new Uint8Array(request));
  } catch {
    return null;
  }
}

async function makeToken(authority: Authority, asked: TimeStampReq, now: Date): Promise<ContentInfo> {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const info = new TSTInfo({
    version: 1,
    policy: demonstrationPolicy,
    messageImprint: asked.messageImprint,
    serialNumber: new asn1.Integer({ valueHex: new Uint8Array(serial) }),
    genTime: now,
    ...(asked.nonce && { nonce: asked.nonce }),
  });
  const content = { type: oid.timeStampInfo, bytes: Buffer.from(info.toSchema().toBER()), isDetached: false };
  const { certificate, digest = 'SHA-256', key } = authority;
  const signer = {
    certificate,
    digest,
    chain: [],
    sign: async (bytes: Buffer) => sign(nodeDigest(digest), bytes, key),
  };
  const token = await signCms(content, signer, { isWithoutCertificates: asked.certReq !== true });
  return ContentInfo.fromBER(new Uint8Array(token));
}

function refuse(reason: keyof typeof failures): Buffer {
  const bit = failures[reason];
  const bits = new Uint8Array(Math.floor(bit / 8) + 1);
  bits[Math.floor(bit / 8)] = 0x80 >> (bit % 8);
  const failInfo = new asn1.BitString({ valueHex: bits, unusedBits: 7 - (bit % 8) });
  const status = new PKIStatusInfo({ status: PKIStatus.rejection, failInfo });
  return Buffer.from(new TimeStampResp({ status }).toSchema().toBER());
}
