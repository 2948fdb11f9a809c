import { fromBER } from 'asn1js';
import { TSTInfo } from 'pkijs';
import { digest, isSame, type Bytes } from './bytes.ts';
import { followChain, isForTimestamps, type Cert } from './certificates.ts';
import { digestNameOf, misshapen, verifyMessage } from './cms.ts';
import { Broken, type Witness } from './report.ts';

const tstInfo = '1.2.840.113549.1.9.16.1.4';

export type Stamp = { at: Date; witness: Witness };

type Stamped = {
  /** What the sentences name. */
  file: string;
  bytes: Bytes;
  /** What the reader gave to compare with. */
  given: readonly Cert[];
};

/**
 * Checks an RFC 3161 token over these bytes: its digest, signature, certificate and chain at the time that it gives.
 * @throws {Broken} stampOther, and what `verifyMessage` and `followChain` throw
 */
export async function verifyStamp(token: Bytes, { file, bytes, given }: Stamped): Promise<Stamp> {
  const { contentType, content, signer, certificates } = await verifyMessage(token, file);
  if (contentType !== tstInfo || !content) throw misshapen(file, 'TSTInfo');
  const { messageImprint, genTime } = readInfo(content, file);
  const own = await digest(digestNameOf(messageImprint.hashAlgorithm.algorithmId, file), bytes);
  if (!isSame(messageImprint.hashedMessage.valueBlock.valueHexView, own))
    throw new Broken({ code: 'stampOther', facts: { file } });
  if (!isForTimestamps(signer.x509))
    throw new Broken({ code: 'certificateUse', facts: { file, subject: signer.subject } });
  const following = { file, pool: certificates, at: genTime, role: 'timestamp', given } as const;
  return { at: genTime, witness: await followChain(signer, following) };
}

function readInfo(content: Bytes, file: string): TSTInfo {
  try {
    return new TSTInfo({ schema: fromBER(content).result });
  } catch {
    throw misshapen(file, 'TSTInfo');
  }
}
