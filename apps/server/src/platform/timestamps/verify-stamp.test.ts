import { createPublicKey, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData, TimeStampReq, TimeStampResp } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { answerRequest } from '../../../demo/timestamps/answer.ts';
import { makeAuthority, makeRoot, type Authority } from '../../../demo/timestamps/authority.ts';
import { makeCertificate, type Certified } from '../pki/make-certificate.ts';
import { readAnswer, writeRequest } from './time-stamp-exchange.ts';
import { imprintOf } from './timestamps.suite.ts';
import { StampRefused } from './timestamps.ts';
import { verifyStamp } from './verify-stamp.ts';

const now = new Date('2031-06-01T10:00:00.123Z');
const life = { from: new Date('2030-01-01T00:00:00Z'), to: new Date('2055-01-01T00:00:00Z') };
const root = makeRoot(life);
const authority = makeAuthority(root, life);
const trust = { roots: [root.certificate], now };
const imprint = imprintOf('it');

async function tokenOf(by: Authority = authority, at = now): Promise<Buffer> {
  const answer = await answerRequest(by, writeRequest(imprint).bytes, at);
  const { timeStampToken } = TimeStampResp.fromBER(new Uint8Array(answer));
  return Buffer.from(timeStampToken?.toSchema().toBER() ?? new ArrayBuffer(0));
}

/** The token, after a change of its signed message. */
async function changed(change: (signed: SignedData) => void): Promise<Buffer> {
  const message = ContentInfo.fromBER(new Uint8Array(await tokenOf()));
  const signed = new SignedData({ schema: message.content });
  change(signed);
  message.content = signed.toSchema();
  return Buffer.from(message.toSchema().toBER());
}

function signerFor(use: Certified['use']): Authority {
  const key: KeyObject = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const named = { commonName: 'not for timestamps', organization: 'Tests', publicKey: createPublicKey(key), ...life };
  const certificate: X509Certificate = makeCertificate({ ...named, use }, root);
  return { key, certificate, root: root.certificate };
}

describe('a timestamp', () => {
  it('says when, under what policy and by whom, to the millisecond', async () => {
    const { at, policy, nonce, chain } = verifyStamp(await tokenOf(), imprint, trust);
    expect({ at, policy }).toEqual({ at: now, policy: '2.999.3161.1' });
    expect(nonce).toHaveLength(16);
    expect(chain.map(({ raw }) => raw)).toEqual([authority.certificate.raw, root.certificate.raw]);
  });

  it('holds decades later, when its certificates have ended', async () => {
    const later = { ...trust, now: new Date('2080-01-01T00:00:00Z') };
    expect(verifyStamp(await tokenOf(), imprint, later).at).toEqual(now);
  });

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['there is nothing', async () => Buffer.alloc(0), /cannot be read/],
    ['it is noise', async () => Buffer.from('noise'), /cannot be read/],
    ['it is a certificate', async () => authority.certificate.raw, /cannot be read/],
    ['something follows it', async () => Buffer.concat([await tokenOf(), Buffer.alloc(1)]), /cannot be read/],
    ['its end is missing', async () => (await tokenOf()).subarray(0, -1), /cannot be read/],
    ['nobody signed', () => changed((signed) => void signed.signerInfos.pop()), /not one signature/],
    ['two signed', () => changed((signed) => void signed.signerInfos.push(...signed.signerInfos)), /not one signature/],
    [
      'its certificate is missing',
      () => changed((signed) => void (signed.certificates = [])),
      /its certificate did not come with it/,
    ],
    ['its certificate seals', () => tokenOf(signerFor('seals')), /not one for timestamps/],
    ['its certificate issues others', () => tokenOf(signerFor('authority')), /not one for timestamps/],
    [
      'another key signed',
      () => tokenOf({ ...authority, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
      /its signature is wrong/,
    ],
    ['another root vouches', () => tokenOf(makeAuthority(makeRoot(life), life)), /no trusted authority/],
    ['its certificate had ended', () => tokenOf(authority, new Date('2029-01-01T00:00:00Z')), /was not valid yet/],
    ['it is of tomorrow', () => tokenOf(authority, new Date('2031-06-02T10:00:00Z')), /a time to come/],
  ])('is refused where %s', async (_why, token, reason) => {
    const bytes = await token();
    expect(() => verifyStamp(bytes, imprint, trust)).toThrow(StampRefused);
    expect(() => verifyStamp(bytes, imprint, trust)).toThrow(reason);
  });

  it('is refused under another policy than the one that is asked for', async () => {
    const token = await tokenOf();
    expect(() => verifyStamp(token, imprint, { ...trust, policy: '1.2.3' })).toThrow(/of the policy 2\.999\.3161\.1/);
  });
});

describe('an answer', () => {
  const answerTo = async (request: Buffer, at = now) => answerRequest(authority, request, at);

  it('is taken for the request that it answers, and no other', async () => {
    const request = writeRequest(imprint);
    const answer = await answerTo(request.bytes);
    expect(readAnswer(answer, { imprint, nonce: request.nonce, ...trust }).at).toEqual(now);
    const { nonce } = writeRequest(imprint);
    expect(() => readAnswer(answer, { imprint, nonce, ...trust })).toThrow(/answers another request/);
  });

  it('is refused where it repeats no nonce', async () => {
    const { bytes, nonce } = writeRequest(imprint);
    const request = TimeStampReq.fromBER(new Uint8Array(bytes));
    delete request.nonce;
    const answer = await answerTo(Buffer.from(request.toSchema().toBER()));
    expect(() => readAnswer(answer, { imprint, nonce, ...trust })).toThrow(/answers another request/);
  });

  const readWithClockOff = async (offMs: number) => {
    const { bytes, nonce } = writeRequest(imprint);
    const answer = await answerTo(bytes, new Date(now.getTime() + offMs));
    return readAnswer(answer, { imprint, nonce, ...trust });
  };

  it.each([-299_000, 299_000])('is taken where the authority’s clock is off by %i ms', async (offMs) => {
    expect((await readWithClockOff(offMs)).at.getTime()).toBe(now.getTime() + offMs);
  });

  it.each([
    [-301_000, /its time is 2031-06-01T09:54:59/],
    [301_000, /a time to come/],
  ])('is refused where the authority’s clock is off by %i ms', async (offMs, reason) => {
    await expect(readWithClockOff(offMs)).rejects.toThrow(reason);
  });

  it('is a refusal where the authority says so', async () => {
    const { bytes, nonce } = writeRequest(imprint, '1.2.3');
    const answer = await answerTo(bytes);
    expect(() => readAnswer(answer, { imprint, nonce, ...trust })).toThrow(/it is a refusal \(status 2\)/);
    const noRequest = await answerTo(Buffer.from('noise'));
    expect(() => readAnswer(noRequest, { imprint, nonce, ...trust })).toThrow(/it is a refusal \(status 2\)/);
  });
});
