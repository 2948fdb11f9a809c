import { TSTInfo } from 'pkijs';
import { digest, isSame, type Bytes } from '../bytes.ts';
import { followChain, isForTimestamps, type Trust } from './chain.ts';
import { digestNameOf, misshapen, verifyMessage, withinShape } from './cms.ts';
import { Broken, type Witness } from '../report.ts';
import { isWellFormed } from './well-formed.ts';

const tstInfo = '1.2.840.113549.1.9.16.1.4';

export type Stamp = { at: Date; witness: Witness };

type Stamped = {
  /** Where the token stands. */
  file: string;
  /** Where the bytes stand; the same file unless told. */
  stamped?: string;
  bytes: Bytes;
  trust: Trust;
};

/**
 * Checks an RFC 3161 token over these bytes: its digest, signature, certificate and chain at the time that it gives.
 * @throws {Broken} stampOther, and what `verifyMessage` and `followChain` throw
 */
export const verifyStamp = (token: Bytes, stamped: Stamped): Promise<Stamp> =>
  withinShape(stamped.file, () => verify(token, stamped));

async function verify(token: Bytes, { file, stamped = file, bytes, trust }: Stamped): Promise<Stamp> {
  const { contentType, content, signer, certificates } = await verifyMessage(token, file);
  if (contentType !== tstInfo || !content || !isWellFormed(content)) throw misshapen(file, 'TSTInfo');
  const { messageImprint, genTime } = TSTInfo.fromBER(content);
  const own = await digest(digestNameOf(messageImprint.hashAlgorithm.algorithmId, file), bytes);
  if (!isSame(messageImprint.hashedMessage.valueBlock.valueHexView, own))
    throw new Broken('stampOther', { file, stamped });
  if (!isForTimestamps(signer.x509)) throw new Broken('certificateUse', { file, subject: signer.name });
  const following = { file, came: certificates, at: genTime, role: 'timestamp', trust } as const;
  return { at: genTime, witness: await followChain(signer, following) };
}
