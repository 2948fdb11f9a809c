import { ContentInfo, SignedData } from 'pkijs';
import { describe, expect, it } from 'vitest';
import { issue } from '../../testing/authority.ts';
import { opensslStamp, hasOpenssl } from '../../testing/openssl.ts';
import { stamp } from '../../testing/signed-message.ts';
import { utf8, type Bytes } from '../bytes.ts';
import { readCertificates } from './certificates.ts';
import { Broken } from '../report.ts';
import { verifyStamp } from './stamp.ts';

const root = await issue({ name: 'Autorité', use: 'authority' });
const authority = await issue({ name: 'Horodatage', use: 'timestamp', issuer: root });
const at = new Date('2026-11-20T09:30:00Z');
const bytes = utf8('Bulletin de paie');
const token = await stamp(bytes, authority, at);

const verify = (of: Bytes, over = bytes) =>
  verifyStamp(of, { file: 'jeton', bytes: over, trust: { now: new Date(), known: [], given: [] } });

/** The places of the bytes of which one bit can be changed without being seen. */
async function unseenFlips(of: Bytes): Promise<number[]> {
  const unseen: number[] = [];
  for (let place = 0; place < of.length; place += 1) {
    const changed = of.map((byte, index) => (index === place ? byte ^ (place % 2 === 0 ? 1 : 0x80) : byte));
    const isSeen = await verify(changed).then(
      () => false,
      (error: unknown) => (error instanceof Broken ? error.outcome === 'fails' : Promise.reject(error)),
    );
    if (!isSeen) unseen.push(place);
  }
  return unseen;
}

/** The same token, with each of its certificates twice. */
function withCertificatesTwice(of: Bytes): Bytes {
  const info = ContentInfo.fromBER(of);
  const data = new SignedData({ schema: info.content });
  data.certificates = [...(data.certificates ?? []), ...(data.certificates ?? [])];
  info.content = data.toSchema(true);
  return new Uint8Array(info.toSchema().toBER());
}

describe('a timestamp', () => {
  it('gives the time and the authority', async () => {
    const { at: told, witness } = await verify(token);
    expect(told).toEqual(at);
    expect(witness).toMatchObject({ subject: 'CN=Horodatage', root: { subject: 'CN=Autorité' } });
  });

  it('may hold the certificate of its signer twice, without that of the issuer', async () => {
    const alone = await stamp(bytes, { ...authority, issuer: null }, at);
    const twice = withCertificatesTwice(alone);
    expect(twice.length).toBeGreaterThan(alone.length + authority.der.length - 1);
    expect((await verify(twice)).witness).toMatchObject({ subject: 'CN=Horodatage', root: null });
  });

  it('is over these bytes alone', async () => {
    await expect(verify(token, utf8('Bulletin de paye'))).rejects.toMatchObject({ sentence: { code: 'stampOther' } });
  });

  it('shows every changed byte', async () => {
    expect(await unseenFlips(token)).toEqual([]);
  });

  it.skipIf(!hasOpenssl)('is read as OpenSSL makes it, with RSA', async () => {
    const made = opensslStamp(bytes);
    const given = await readCertificates(made.root);
    const { witness } = await verifyStamp(made.token, {
      file: 'jeton',
      bytes,
      trust: { now: new Date(), known: [], given },
    });
    expect(witness).toMatchObject({ subject: 'CN=TSA', confirmedBy: expect.any(String) });
    await expect(verify(made.token, utf8('x'))).rejects.toMatchObject({ sentence: { code: 'stampOther' } });
  });
});
