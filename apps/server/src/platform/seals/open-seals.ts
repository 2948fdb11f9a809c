import { verify, type X509Certificate } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import type { Keys } from '../keys/keys.ts';
import { keyIdOf } from '../pki/certificates.ts';
import type { Db } from '../postgres/db.ts';
import type { Secrets } from '../secrets.ts';
import { openEarlierKeys } from './earlier-keys.ts';
import { listCertificates, rememberCertificate, type Certified } from './seal-certificates.store.ts';
import { SealUnavailable, type SealCertificate, type SealKey, type Seals } from './seals.ts';
import type { CurrentSigner, Signer } from './signer.ts';

type Parts = { db: Db; keys: Keys; secrets: Secrets; clock: Clock };

/** Seals with what `current` gives, and remembers each certificate before it first seals. */
export function openSeals({ db, keys, secrets, clock }: Parts, current: CurrentSigner): Seals {
  const earlier = openEarlierKeys({ db, keys });
  let remembered: X509Certificate | null = null;
  const signer = async (): Promise<Signer> => {
    const found = await current();
    requireValid(found.certificate, clock.now());
    if (!remembered?.raw.equals(found.certificate.raw))
      await rememberCertificate(db, secrets, { certified: found, since: clock.now() });
    remembered = found.certificate;
    return found;
  };
  /** Earlier certificates can be read even where nothing can be sealed now. */
  const list = async () => {
    await signer().catch((error: unknown) => {
      if (!(error instanceof SealUnavailable)) throw error;
    });
    return listCertificates(db, secrets);
  };
  return {
    async seal(bytes) {
      const { certificate, sign } = await signer();
      const signature = await sign(Buffer.isBuffer(bytes) ? [bytes] : bytes);
      return { kid: keyIdOf(certificate.publicKey), alg: 'ES256', signature: signature.toString('base64') };
    },
    current: async () => present(await signer()),
    certificates: async () => (await list()).map(present),
    async verify(bytes, signature) {
      const given = Buffer.from(signature, 'base64');
      const sealedBy = ({ certificate }: Certified) =>
        verify('sha256', bytes, { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' }, given);
      const found = (await listCertificates(db, secrets)).find(sealedBy);
      return found ? keyIdOf(found.certificate.publicKey) : (await earlier()).verify(bytes, given);
    },
    async publicKeys() {
      const keys = (await list()).map(presentKey).toReversed();
      return [...(await earlier()).publicKeys(), ...new Map(keys.map((key) => [key.kid, key])).values()];
    },
  };
}

function requireValid({ validFromDate, validToDate }: X509Certificate, now: Date): void {
  if (now < validFromDate) throw new SealUnavailable(`the seal's certificate begins on ${validFromDate.toISOString()}`);
  if (now > validToDate) throw new SealUnavailable(`the seal's certificate ended on ${validToDate.toISOString()}`);
}

const present = ({ certificate, chain }: Certified): SealCertificate => ({
  kid: keyIdOf(certificate.publicKey),
  certificate: certificate.toString(),
  chain: chain.map(String),
  from: certificate.validFromDate,
  to: certificate.validToDate,
});

const presentKey = ({ certificate: { publicKey } }: Certified): SealKey => ({
  kid: keyIdOf(publicKey),
  algorithm: 'ES256',
  publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
});
