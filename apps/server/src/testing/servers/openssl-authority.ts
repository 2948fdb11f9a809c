import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { makeTurnstile } from '../../platform/turns/turnstile.ts';
import { portOf } from '../instances/port-of.ts';

const run = promisify(execFile);
const binary = '/usr/bin/openssl';

export const hasOpenssl = existsSync(binary);

export type OpensslAuthority = {
  url: string;
  /** Its root, in PEM. */
  ca: string;
  /** The output of `openssl ts -verify` for a token over this text. */
  verify(token: Buffer, of: { text: string; ca: string }): Promise<string>;
  stop(): Promise<void>;
};

const configuration = `
[req]
distinguished_name = name
prompt = no
[name]
O = Tests
CN = openssl
[root]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign, cRLSign
[between]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign
[signer]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = authority
[authority]
serial = ./serial
signer_cert = ./signer.pem
certs = ./between.pem
signer_key = ./signer.key
signer_digest = sha256
default_policy = 1.3.6.1.4.1.13762.3
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

type Openssl = (...args: string[]) => Promise<{ stdout: string; stderr: string }>;

/** A root, an authority between, and what signs. */
async function makeCertificates(openssl: Openssl): Promise<void> {
  const make = ['req', '-x509', '-config', 'openssl.cnf', '-newkey', 'rsa:2048', '-nodes', '-days', '30'];
  const issue = (name: string, ...by: string[]) =>
    openssl(...make, '-extensions', name, '-keyout', `${name}.key`, '-out', `${name}.pem`, ...by);
  await issue('root');
  await issue('between', '-CA', 'root.pem', '-CAkey', 'root.key', '-subj', '/O=Tests/CN=between');
  await issue('signer', '-CA', 'between.pem', '-CAkey', 'between.key', '-subj', '/O=Tests/CN=openssl timestamps');
}

/** `openssl ts -reply` with RSA keys, behind a small HTTP server. */
export async function startOpensslAuthority(): Promise<OpensslAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-openssl-'));
  const openssl: Openssl = (...args) => run(binary, args, { cwd: folder });
  await writeFile(join(folder, 'openssl.cnf'), configuration);
  await writeFile(join(folder, 'serial'), '01\n');
  await makeCertificates(openssl);
  const reply = async (request: Buffer): Promise<Buffer> => {
    await writeFile(join(folder, 'request.tsq'), request);
    await openssl('ts', '-reply', '-config', 'openssl.cnf', '-queryfile', 'request.tsq', '-out', 'answer.tsr');
    return readFile(join(folder, 'answer.tsr'));
  };
  // It counts in a file: one at a time.
  const turnstile = makeTurnstile({ atOnce: 1, waitingAtMost: 100 });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await turnstile(async () => reply(await buffer(request)));
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes);
  };
  // A client that has gone away waits for no answer.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    ca: await readFile(join(folder, 'root.pem'), 'utf8'),
    verify: async (token, { text, ca }) => {
      await writeFile(join(folder, 'token.der'), token);
      await writeFile(join(folder, 'text'), text);
      await writeFile(join(folder, 'ca.pem'), ca);
      const asked = ['ts', '-verify', '-token_in', '-in', 'token.der', '-data', 'text', '-CAfile', 'ca.pem'];
      const { stdout, stderr } = await openssl(...asked);
      return stdout + stderr;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
