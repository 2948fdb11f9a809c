import { createPublicKey, generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startKms, type TestKms } from '../../testing/servers/kms.ts';
import { hasOpenssl } from '../../testing/servers/openssl-authority.ts';
import { makeSealFiles, password, readPem, type SealFiles } from '../../testing/files/seal-files.ts';
import { testClock, type TestClock } from '../../testing/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openKeyringFile } from '../keys/keyring.ts';
import type { Keys } from '../keys/keys.ts';
import { keyIdOf } from '../pki/certificates.ts';
import { makeCertificate } from '../pki/make-certificate.ts';
import { openDatabase, type Database } from '../postgres/db.ts';
import { openSecrets, type Secrets } from '../secrets.ts';
import { StartError } from '../start-error.ts';
import { openSeals } from './open-seals.ts';
import { openSigner, type SealSettings } from './open-signer.ts';
import { describeSeals } from './seals.suite.ts';
import { SealUnavailable, type Seals } from './seals.ts';

const log = pino({ level: 'silent' });
const bytes = Buffer.from('sealed');

let folder: string;
let server: TestDatabase;
let database: Database;
let clock: TestClock;
let keys: Keys;
let secrets: Secrets;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perenne-seals-'));
  server = await createTestDatabase();
  database = openDatabase({ url: server.appUrl, poolSize: 4, log });
  clock = testClock();
  keys = await openKeyringFile(join(folder, 'keyring.json'), { create: true, now: clock.now() });
  secrets = await openSecrets(database.db, keys, clock);
});
afterEach(async () => {
  await database.close();
  await server.drop();
  await rm(folder, { recursive: true });
});

async function open(settings: SealSettings | null = null): Promise<Seals> {
  const parts = { db: database.db, keys, secrets, clock };
  return openSeals(parts, await openSigner(settings, parts));
}

describeSeals('a pair made here', () => open());

const years = (count: number) => clock.advance(count * 365.25 * 86_400_000);

describe('a pair made here', () => {
  it('is the same for all processes and after a restart', async () => {
    const opened = await Promise.all([open(), open(), open()]);
    const kids = await Promise.all(opened.map(async (seals) => (await seals.seal(bytes)).kid));
    expect(new Set(kids).size).toBe(1);
    expect((await (await open()).current()).kid).toBe(kids[0]);
  });

  it('is made anew a year before its end, and what it sealed stays known', async () => {
    const seals = await open();
    const first = await seals.seal(bytes);
    years(8.9);
    expect((await seals.seal(bytes)).kid).toBe(first.kid);
    years(0.2);
    const second = await seals.seal(bytes);
    expect(second.kid).not.toBe(first.kid);
    years(40);
    const third = await seals.seal(bytes);
    expect((await seals.certificates()).map(({ kid }) => kid)).toEqual([third.kid, second.kid, first.kid]);
    expect((await seals.publicKeys()).map(({ kid }) => kid)).toEqual([first.kid, second.kid, third.kid]);
    expect(await seals.verify(bytes, first.signature)).toBe(first.kid);
    expect((await seals.current()).to.getTime()).toBeGreaterThan(clock.now().getTime());
  });

  it('knows no certificate that somebody else wrote into the database', async () => {
    const seals = await open();
    const { kid } = await seals.seal(bytes);
    const forger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const life = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2036-01-01T00:00:00Z') };
    const named = { commonName: 'Pérenne local seal', organization: 'Pérenne', use: 'seals' } as const;
    const certificate = makeCertificate({ ...named, ...life, publicKey: forger.publicKey }, { key: forger.privateKey });
    const row = { kid: keyIdOf(forger.publicKey), certificate: certificate.toString(), chain: '' };
    await database.db
      .insertInto('seal_certificates')
      .values({ ...row, tag: Buffer.alloc(32), sealed_since: clock.now() })
      .execute();
    const forged = sign('sha256', bytes, { key: forger.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(await seals.verify(bytes, forged.toString('base64'))).toBeNull();
    expect((await seals.certificates()).map((one) => one.kid)).toEqual([kid]);
  });

  it('knows the Ed25519 seals of before', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
    const wrapped = await keys.wrap('signing', pkcs8, 'seals/1');
    const row = { purpose: 'seals', kid: '1', wrapped, created_at: clock.now() };
    await database.db.insertInto('system_secrets').values(row).execute();
    const seals = await open();
    const kid = keyIdOf(createPublicKey(privateKey));
    expect(await seals.verify(bytes, sign(null, bytes, privateKey).toString('base64'))).toBe(kid);
    const [earlier, current] = await seals.publicKeys();
    expect(earlier).toMatchObject({ kid, algorithm: 'Ed25519' });
    expect(current).toMatchObject({ algorithm: 'ES256' });
    expect((await seals.seal(bytes)).kid).toBe(current?.kid);
  });
});

if (!hasOpenssl) console.warn('The tests of seals in files did not run: openssl is not installed.');

describe.runIf(hasOpenssl)('a configured key', () => {
  let files: SealFiles;
  let kms: TestKms;
  beforeAll(async () => {
    files = await makeSealFiles();
    kms = await startKms();
  });
  afterAll(async () => {
    await kms.stop();
    await files.remove();
  });

  const inFile = (file = files.p12, secret = password) => open({ kind: 'file', file, password: secret });
  const inKms = async (certificate: string, keyId = 'seal') => {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const settings = { endpoint: kms.endpoint, region: 'eu-west-3', keyId, credentials };
    return open({ kind: 'kms', kms: settings, certificate });
  };
  /** A key of the KMS and its certificate, with the issuer of that. */
  const certifiedInKms = async (keyId = 'seal'): Promise<string> => {
    await writeFile(join(files.folder, 'kms.pub'), kms.addSigningKey(keyId).export({ format: 'pem', type: 'spki' }));
    const subject = ['-new', '-key', 'seal.key', '-subj', '/O=Tests/CN=in a KMS', '-config', 'openssl.cnf'];
    await files.openssl('req', ...subject, '-out', 'kms.csr');
    const by = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '30'];
    await files.openssl('x509', '-req', '-in', 'kms.csr', '-force_pubkey', 'kms.pub', ...by, '-out', 'kms.pem');
    return readPem(files, 'root.pem', 'kms.pem');
  };

  describeSeals('a PKCS#12 file', () => inFile());
  describeSeals('a KMS', async () => inKms(await certifiedInKms()));

  it('has the issuers of its certificate beside it', async () => {
    for (const seals of [await inFile(), await inKms(await certifiedInKms())]) {
      const { chain } = await seals.current();
      expect(chain.map((pem) => new X509Certificate(pem).subject)).toEqual(['O=Tests\nCN=seals']);
    }
  });

  it('seals after another one did, which stays known', async () => {
    const before = await (await open()).seal(bytes);
    const seals = await inFile();
    const after = await seals.seal(bytes);
    expect(await seals.verify(bytes, before.signature)).toBe(before.kid);
    expect((await seals.certificates()).map(({ kid }) => kid)).toEqual([after.kid, before.kid]);
  });

  it('seals nothing once its certificate has ended, and still knows what it sealed', async () => {
    const seals = await inFile();
    const { kid, signature } = await seals.seal(bytes);
    clock.advance(31 * 86_400_000);
    await expect(seals.seal(bytes)).rejects.toThrow(SealUnavailable);
    await expect(seals.current()).rejects.toThrow(/ended on/);
    expect(await seals.verify(bytes, signature)).toBe(kid);
    expect((await seals.certificates()).map((one) => one.kid)).toEqual([kid]);
    expect(await seals.publicKeys()).toHaveLength(1);
  });

  it('stops the start with a sentence where it cannot be had', async () => {
    const refused = async (opening: Promise<Seals>, sentence: RegExp) => {
      const failure = await opening.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StartError);
      expect(String(failure)).toMatch(sentence);
      expect(String(failure)).not.toContain(password);
    };
    await refused(inFile(files.p12, 'wrong'), /SEAL_P12 cannot be opened/);
    await refused(inFile(join(files.folder, 'nowhere.p12')), /SEAL_P12 cannot be read/);
    await refused(inFile(join(files.folder, 'root.pem')), /SEAL_P12 cannot be opened/);
    const rsa = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'rsa.key', '-out', 'rsa.pem', '-config', 'openssl.cnf'];
    await files.openssl('req', '-x509', ...rsa);
    const parts = ['-inkey', 'rsa.key', '-in', 'rsa.pem', '-passout', `pass:${password}`, '-out', 'rsa.p12'];
    await files.openssl('pkcs12', '-export', ...parts);
    await refused(inFile(join(files.folder, 'rsa.p12')), /SEAL_P12 is not on the curve P-256/);
    const certificate = await certifiedInKms();
    await refused(inKms(certificate, 'unknown'), /does not give the public key of SEAL_KMS_KEY_ID, unknown/);
    await refused(inKms(await readPem(files, 'seal.pem')), /SEAL_CERTIFICATE has no certificate of the seal’s key/);
    await refused(inKms('nowhere.pem'), /SEAL_CERTIFICATE is neither/);
  });

  it('is unavailable while its KMS fails, which costs nothing that was sealed', async () => {
    const own = await startKms();
    const stranger = kms;
    kms = own;
    const seals = await inKms(await certifiedInKms());
    kms = stranger;
    const { kid, signature } = await seals.seal(bytes);
    own.failWith('DisabledException', 400);
    await expect(seals.seal(bytes)).rejects.toThrow(SealUnavailable);
    expect(await seals.verify(bytes, signature)).toBe(kid);
    await own.stop();
  });
});
