import { z } from 'zod';
import { concat, digest, fromBase64, fromHex, latinOf, toHex, utf8, type Bytes } from '../bytes.ts';
import type { Cert } from '../signatures/certificates.ts';
import { followChain, type Trust } from '../signatures/chain.ts';
import { misshapen, verifyMessage, type SignedMessage } from '../signatures/cms.ts';
import type { Described } from '../document.ts';
import { depositActions } from '../journal/journal.ts';
import { parseJson } from '../json-file.ts';
import { readPdfSignature, readAttachments } from './pdf.ts';
import { Broken, Unchecked, type Findings } from '../report.ts';
import { isSignedBy } from '../signatures/seal.ts';
import { reportStamp, verifyStamp, type Stamp } from '../signatures/stamp.ts';

const oids = { data: '1.2.840.113549.1.7.1', timestamp: '1.2.840.113549.1.9.16.2.14' };

const hex = z.string().regex(/^([0-9a-f]{2})*$/);
/** The page relies on these of the facts that are attached to an attestation. */
const attestedFacts = z.object({
  attests: z.literal('deposit'),
  version: z.literal(1),
  document: z.object({ id: z.string(), title: z.string(), sha256: hex, sha512: hex }),
  deposit: z.object({ at: z.string() }),
  journal: z.object({ seq: z.number(), values: z.array(z.string()), prevHash: hex, hash: hex }),
});

type Attested = { file: string; findings: Findings; trust: Trust };

/** Checks a deposit attestation. Returns what it says of its document, and the certificates that came with it. */
export async function checkAttestation(
  pdf: Bytes,
  attested: Attested,
): Promise<{ described: Omit<Described, 'isSound'> | null; certificates: readonly Cert[] }> {
  const { findings, file } = attested;
  const message = await findings.try(() => checkSignature(pdf, attested));
  const attachments = await readAttachments(pdf);
  const described = await findings.try(() => checkFacts(attachments, { file, findings, isSigned: message !== null }));
  if (message) await findings.try(() => checkFactsSeal(attachments, message.signer, attested));
  return { described, certificates: message?.certificates ?? [] };
}

/** PAdES (ETSI EN 319 142-1): one signature over the whole file, timestamped. */
async function checkSignature(pdf: Bytes, { file, findings, trust }: Attested): Promise<SignedMessage> {
  const found = readPdfSignature(pdf);
  if (!found && !latinOf(pdf).includes('/ByteRange')) throw new Unchecked('attestationUnsigned', { file });
  if (!found) throw misshapen(file, 'Contents');
  if (!found.coversAll) throw new Broken('attestationPartly', { file });
  const message = await verifyMessage(found.message, file, found.signed);
  if (message.contentType !== oids.data) throw misshapen(file, 'contentType');
  const stamp = await findings.try(() => checkSignatureStamp(message, file, trust));
  if (stamp) reportStamp(stamp, { file, trust }, findings);
  const { signer, certificates: came } = message;
  // Without a timestamp nobody knows when it was signed: the certificate must be good today.
  const at = stamp?.at ?? trust.now;
  const witness = await followChain(signer, { file, came, at, role: 'seal', trust });
  findings.rely(witness);
  findings.holds('attestationSigned', { file, signer: witness.name });
  return message;
}

/** The token is over the value of the signature. */
async function checkSignatureStamp({ unsigned, signature }: SignedMessage, file: string, trust: Trust): Promise<Stamp> {
  const [attribute, ...others] = unsigned.filter(({ type }) => type === oids.timestamp);
  if (!attribute) throw new Unchecked('stampPending', { file });
  const [value, ...more] = attribute.values;
  if (others.length > 0 || more.length > 0) throw misshapen(file, 'signatureTimeStamp');
  const token = new Uint8Array(value.toBER());
  return verifyStamp(token, { file, bytes: signature, trust });
}

const isFacts = (text: string): boolean => text.startsWith('{"attests"');
const isSeal = (text: string): boolean => /^[A-Za-z0-9+/]{86}==\n?$/.test(text);

function find(attachments: readonly Bytes[], is: (text: string) => boolean): Bytes | null {
  return attachments.find((bytes) => is(latinOf(bytes))) ?? null;
}

type Claimed = Pick<Attested, 'file' | 'findings'> & { isSigned: boolean };

/** The entry of the journal that the facts cite: its hash, and that it is of this document. Anybody can write them so. */
async function checkFacts(
  attachments: readonly Bytes[],
  { file, findings, isSigned }: Claimed,
): Promise<Omit<Described, 'isSound'>> {
  const bytes = find(attachments, isFacts);
  if (!bytes) throw new Broken('attestationFacts', { file, where: 'attestation.json' });
  const { data } = attestedFacts.safeParse(parseJson(bytes));
  if (!data) throw new Broken('attestationFacts', { file, where: 'attestation.json' });
  const { document, deposit, journal } = data;
  const covered = concat(fromHex(journal.prevHash), utf8(journal.values.join('\u001F')));
  const checked: Array<[string, boolean]> = [
    ['journal.hash', toHex(await digest('SHA-256', covered)) === journal.hash],
    ['journal.seq', journal.values[1] === String(journal.seq)],
    ['journal.action', depositActions.includes(journal.values[6] ?? '') && journal.values[8] === 'done'],
    ['document.id', journal.values[7] === document.id],
  ];
  for (const [where, holds] of checked) if (!holds) throw new Broken('attestationFacts', { file, where });
  const { id, title, sha256, sha512 } = document;
  const say = isSigned ? findings.holds : findings.leavesOpen;
  say('attestationHolds', { file, id, title, depositedAt: deposit.at });
  return { file, sha256, sha512 };
}

/** The facts have a seal of their own, for who has them without the PDF. */
async function checkFactsSeal(
  attachments: readonly Bytes[],
  signer: Cert,
  { file, findings }: Attested,
): Promise<void> {
  const facts = find(attachments, isFacts);
  const seal = find(attachments, isSeal);
  const signature = seal && fromBase64(latinOf(seal));
  if (!facts || !signature || !(await isSignedBy(signer, facts, signature)))
    throw new Broken('attestationSealWrong', { file });
  findings.holds('attestationSealHolds', { file });
}
