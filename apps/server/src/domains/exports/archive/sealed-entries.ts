import { createHash, X509Certificate } from 'node:crypto';
import { freeing } from '../../../platform/bytes/free-bytes.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Stamp } from '../../../platform/timestamps/timestamps.ts';
import type { ZipEntry } from '../../../platform/zip/zip.ts';
import { manifestName, type Signer } from './archive-index.ts';
import type { ArchiveThread } from './archive-thread.ts';
import { signedBy } from './asic-manifest.rules.ts';
import type { ManifestFacts } from './manifest.rules.ts';
import { signatureValue } from './xades.rules.ts';

export type Filed = {
  name: string;
  mimeType: string;
  /** The archive's, to free. */
  content: AsyncIterable<Buffer> | readonly Buffer[];
  modifiedAt?: Date;
};

type Sealing = {
  thread: ArchiveThread;
  facts: ManifestFacts;
  file(filed: Filed): AsyncGenerator<ZipEntry>;
  /** Null where no authority answers in time. */
  stamp(digest: Buffer): Promise<Stamp | null>;
};

/**
 * The files of `META-INF`: the manifest, the signature over all files, their list, and the timestamp over the list.
 * Returns the time of the timestamp, or null without one.
 */
export async function* sealedEntries(
  platform: Platform,
  { thread, facts, file, stamp }: Sealing,
): AsyncGenerator<ZipEntry, Date | null> {
  const xml = 'application/xml';
  yield* file({ name: manifestName, mimeType: xml, content: thread.write({ text: 'manifest', facts }) });

  const { signer, value } = await sign(platform, thread);
  const ofSignature = await stamp(createHash('sha256').update(signatureValue(value)).digest());
  const timestamp = ofSignature?.token.toString('base64') ?? null;
  const earlier = await earlierCertificates(platform, signer);
  const signatures = thread.write({ text: 'signatures', signer, signed: { value, timestamp, earlier } });
  yield* file({ name: signedBy.signature.uri, mimeType: signedBy.signature.mimeType, content: signatures });

  const ofList =
    ofSignature && (await stamp(await digestOf(thread.write({ text: 'asicManifest', hasTimestamp: true }))));
  const list = thread.write({ text: 'asicManifest', hasTimestamp: ofList !== null });
  yield* file({ name: 'META-INF/ASiCManifest.xml', mimeType: xml, content: list });
  if (!ofList) return null;
  const { uri, mimeType } = signedBy.timestamp;
  yield* file({ name: uri, mimeType, content: [ofList.token] });
  return ofList.at;
}

/** The certificate is among what is signed: where the seal has another one by then, that one signs. */
async function sign({ seals, clock }: Platform, thread: ArchiveThread): Promise<{ signer: Signer; value: string }> {
  for (;;) {
    const { kid, certificate, chain } = await seals.current();
    const [own, ...issuers] = [certificate, ...chain].map(derOf);
    if (!own) throw new Error('the seal has no certificate');
    const signer = { certificate: own, chain: issuers, signedAt: clock.now().toISOString() };
    const seal = await seals.seal(freeing(thread.write({ text: 'signedInfo', signer })));
    if (seal.kid === kid) return { signer, value: seal.signature };
  }
}

/** All that ever sealed but the one that signs here. */
async function earlierCertificates({ seals }: Platform, { certificate }: Signer): Promise<Uint8Array[]> {
  const all = (await seals.certificates()).map((one) => derOf(one.certificate));
  return all.filter((der) => !Buffer.from(der).equals(certificate));
}

const derOf = (pem: string): Uint8Array => new Uint8Array(new X509Certificate(pem).raw);

async function digestOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of freeing(chunks)) hash.update(chunk);
  return hash.digest();
}
