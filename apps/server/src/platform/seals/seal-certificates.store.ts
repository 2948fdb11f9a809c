import type { X509Certificate } from 'node:crypto';
import { keyIdOf, readCertificates } from '../pki/certificates.ts';
import type { Db } from '../postgres/db.ts';
import type { Secrets } from '../secrets.ts';

/** A certificate that sealed, and its issuers, nearest first. */
export type Certified = { certificate: X509Certificate; chain: readonly X509Certificate[] };

/** Does nothing where it is known. */
export async function rememberCertificate(db: Db, secrets: Secrets, { certified, since }: Remembering): Promise<void> {
  const [certificate, chain] = [certified.certificate.toString(), certified.chain.map(String).join('')];
  const kid = keyIdOf(certified.certificate.publicKey);
  await db
    .insertInto('seal_certificates')
    .values({ kid, certificate, chain, tag: tagOf(secrets, certificate, chain), sealed_since: since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Remembering = { certified: Certified; since: Date };

/** Newest first. A row that this installation did not write has another tag, and is none. */
export async function listCertificates(db: Db, secrets: Secrets): Promise<Certified[]> {
  const rows = await db
    .selectFrom('seal_certificates')
    .selectAll()
    .orderBy('sealed_since', 'desc')
    .orderBy('kid')
    .execute();
  return rows
    .filter(({ certificate, chain, tag }) => tagOf(secrets, certificate, chain).equals(tag))
    .flatMap(({ certificate, chain }) =>
      readCertificates(certificate).map((read) => ({ certificate: read, chain: readCertificates(chain) })),
    );
}

const tagOf = (secrets: Secrets, certificate: string, chain: string): Buffer =>
  secrets.tag('seal-certificate', certificate, chain);
