import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SealFiles = {
  /** PKCS#12: a key on P-256, its certificate and the one that issued it; the password is `password`. */
  p12: string;
  /** In it other files can be made by `openssl`. */
  folder: string;
  openssl(...args: string[]): Promise<string>;
  remove(): Promise<void>;
};

const configuration = `
[req]
distinguished_name = name
prompt = no
[name]
O = Tests
CN = seals
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[seal]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
`;

export const password = 'pässword';

/** Files as an operator makes them, with `openssl`. */
export async function makeSealFiles(): Promise<SealFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-seal-'));
  const openssl = async (...args: string[]) => (await run('openssl', args, { cwd: folder })).stdout;
  await writeFile(join(folder, 'openssl.cnf'), configuration);
  const make = ['req', '-x509', '-config', 'openssl.cnf', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const issue = (name: string, ...by: string[]) =>
    openssl(
      ...make,
      '-nodes',
      '-days',
      '30',
      '-extensions',
      name,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      ...by,
    );
  await issue('root');
  await issue('seal', '-CA', 'root.pem', '-CAkey', 'root.key', '-subj', '/O=Tests/CN=the seal');
  const parts = ['-inkey', 'seal.key', '-in', 'seal.pem', '-certfile', 'root.pem', '-passout', `pass:${password}`];
  await openssl('pkcs12', '-export', ...parts, '-out', 'seal.p12');
  return { p12: join(folder, 'seal.p12'), folder, openssl, remove: () => rm(folder, { recursive: true }) };
}

export const readPem = async ({ folder }: SealFiles, ...names: string[]): Promise<string> =>
  (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
