import { generateKeyPairSync } from 'node:crypto';
import { makeCertificate } from '../../platform/pki/make-certificate.ts';

export const longLife = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2036-01-01T00:00:00Z') };
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const named = { commonName: 'Root', organization: 'Real authority', use: 'authority' } as const;
const realRoot = makeCertificate(
  { ...named, ...longLife, publicKey: key.publicKey },
  { key: key.privateKey },
).toString();

/** The variables of a production with every part. Nothing answers behind any of them. */
export const productionParts = {
  ...{ DATABASE_APP_URL: 'postgresql://perenne_web@127.0.0.1/perenne', TSA_URL: 'https://tsa.example/' },
  ...{ TSA_CA: realRoot, SEAL_P12: 'seal.p12', SEAL_P12_PASSWORD: 'word' },
  ...{ NODE_ENV: 'production', PERENNE_DEMO: 'false', DATABASE_URL: 'postgresql://perenne@127.0.0.1/perenne' },
  ...{ CLAMD_URL: 'tcp://127.0.0.1:3310', SMTP_URL: 'smtp://127.0.0.1:25', SMTP_FROM: 'safe@example.org' },
  ...{ SMS_URL: 'https://sms.example', SMS_TOKEN: 'token', PUBLIC_URL: 'https://safe.example' },
  PERENNE_TRUSTED_PROXIES: '10.0.0.1',
};
