import { TSTInfo } from 'pkijs';
import { digest, isSame, type Bytes, type DigestName } from '../bytes.ts';
import { followChain, isForTimestamps, type Trust } from './chain.ts';
import { digestNameOf, misshapen, verifyMessage, withinShape } from './cms.ts';
import { Broken, type Findings, type Witness } from '../report.ts';
import { isWellFormed } from './well-formed.ts';

const tstInfo = '1.2.840.113549.1.9.16.1.4';

export type Stamp = { at: Date; witness: Witness };

type Place = {
  /** The file that holds the token. */
  file: string;
  /** The file that holds the stamped bytes; the same one by default. */
  stamped?: string;
  trust: Trust;
};

/**
 * Checks an RFC 3161 token over these bytes: its digest, signature, certificate and chain at the time that it gives.
 * @throws {Broken} stampOther, and what `verifyMessage` and `followChain` throw
 */
export const verifyStamp = (token: Bytes, { bytes, ...place }: Place & { bytes: Bytes }): Promise<Stamp> =>
  verifyStampOf(token, { ...place, imprint: (name) => digest(name, bytes) });

type Imprinted = Place & { imprint: (name: DigestName) => Bytes | Promise<Bytes> };

/** As `verifyStamp`, where what is stamped is known by its digest. */
export const verifyStampOf = (token: Bytes, imprinted: Imprinted): Promise<Stamp> =>
  withinShape(imprinted.file, () => verify(token, imprinted));

async function verify(token: Bytes, { file, stamped = file, imprint, trust }: Imprinted): Promise<Stamp> {
  const { contentType, content, signer, certificates } = await verifyMessage(token, file);
  if (contentType !== tstInfo || !content || !isWellFormed(content)) throw misshapen(file, 'TSTInfo');
  const { messageImprint, genTime } = TSTInfo.fromBER(content);
  const own = await imprint(digestNameOf(messageImprint.hashAlgorithm.algorithmId, file));
  if (!isSame(messageImprint.hashedMessage.valueBlock.valueHexView, own))
    throw new Broken('stampOther', { file, stamped });
  if (!isForTimestamps(signer.x509)) throw new Broken('certificateUse', { file, subject: signer.name });
  const following = { file, came: certificates, at: genTime, role: 'timestamp', trust } as const;
  return { at: genTime, witness: await followChain(signer, following) };
}

/** A timestamp that nothing renewed shows no more than its own time once a certificate of its chain has ended. */
export function reportStamp({ at, witness }: Stamp, { file, trust }: Place, findings: Findings): void {
  findings.rely(witness);
  findings.holds('stampHolds', { file, at, authority: witness.name });
  if (witness.endsAt <= trust.now) findings.leavesOpen('stampEnded', { file, at: witness.endsAt });
  if (at.getTime() > trust.now.getTime() + clockToleranceMs) findings.leavesOpen('stampAhead', { file, at });
}

/** How far the clock of an authority and that of the reader may differ: a day, for the reader's may be set by hand. */
const clockToleranceMs = 86_400_000;
