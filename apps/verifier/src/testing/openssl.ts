import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '../checks/bytes.ts';

const has = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

export const hasOpenssl = has('openssl', 'version');
export const hasXmlTools = has('xmllint', '--version') && has('xmlsec1', '--version');

/** A folder for what a program reads and writes; it goes away when `work` has ended. */
export function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'perenne-verifier-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const config = `
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[req]
distinguished_name = dn
[dn]
[ts]
default_tsa = authority
[authority]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/** A token and its root, as an authority run by OpenSSL would give them now. */
export const opensslStamp = (bytes: Bytes): { token: Bytes; root: Bytes } =>
  inFolder((folder) => {
    const run = (args: string) => execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' });
    writeFileSync(join(folder, 'openssl.cnf'), config);
    writeFileSync(join(folder, 'serial'), '01\n');
    writeFileSync(join(folder, 'bytes'), bytes);
    const named = (name: string) => `-subj /CN=${name} -config openssl.cnf -nodes -newkey rsa:2048`;
    run(`req -x509 ${named('OpenSSL')} -days 9000 -keyout ca.key -out ca.pem -extensions ca`);
    run(`req -new ${named('TSA')} -keyout tsa.key -out tsa.csr`);
    run('x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -days 9000 -extfile openssl.cnf -extensions tsa -out tsa.pem');
    run('ts -query -data bytes -sha256 -cert -out query');
    const reply = 'ts -reply -config openssl.cnf -section authority -queryfile query -token_out -out token';
    run(`${reply} -signer tsa.pem -inkey tsa.key -chain ca.pem`);
    const read = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
    return { token: read('token'), root: read('ca.pem') };
  });
