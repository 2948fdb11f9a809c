import { readFonts } from '../../../../platform/fonts.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import type { Locale } from '../../../../platform/http/locale.ts';
import { journalKeyOf } from '../../../../platform/journal/chapters.ts';
import { appendJournal } from '../../../../platform/journal/journal.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { stampWithin } from '../../../../platform/timestamps/stamp-within.ts';
import { TimestampUnavailable } from '../../../../platform/timestamps/timestamps.ts';
import { findOwner } from '../../../identity/identity.ts';
import { requireDocument } from '../../record/require-document.ts';
import { openDocument, type DocumentSecrets } from '../../record/sealed-document.ts';
import { attestationWords } from './attestation.words.ts';
import { requireWhole } from './examine.ts';
import { attestedEntry, factsFile, type AttestedFacts } from './attested-facts.ts';
import { findDepositEntry } from './proofs.store.ts';

export type Attestation = { fileName: string; content: Buffer };
type Asked = { documentId: string; /** The owner's own where nothing is asked. */ locale: Locale | null };

/** An owner waits no longer for an authority that does not answer. */
const stampMs = 5_000;

/**
 * A PDF that says what was deposited, when and by whom, with the journal's entry; sealed as a whole, and timestamped
 * where an authority answers. Each is another file, of the same facts.
 * @throws {DomainError} DocumentNotFound; DocumentDamaged where the content is no longer what was deposited
 */
export async function makeAttestation(
  platform: Platform,
  owner: Owner,
  { documentId, locale }: Asked,
): Promise<Attestation> {
  const { facts, secrets, ownLocale } = await gatherFacts(platform, owner, documentId);
  const words = attestationWords[locale ?? ownLocale];
  const file = factsFile(facts);
  // The PDF library takes thirty megabytes: it is loaded when someone asks for one.
  const [fonts, { drawAttestation }, seal] = await Promise.all([
    readFonts(),
    import('./attestation.page.ts'),
    platform.seals.seal(file),
  ]);
  const content = await signDrawn(platform, (isStamped) =>
    drawAttestation(fonts, { words, facts, file, seal, isStamped, at: platform.clock.now() }),
  );
  await appendJournal(platform.relaxedDb, platform, {
    ...{ safeId: owner.safeId, actor: { kind: 'owner' }, action: 'document.attested', objectId: documentId },
    details: { title: secrets.title, sha256: secrets.sha256, address: owner.address },
  });
  return { fileName: `${words.fileName}-${facts.deposit.at.slice(0, 10)}.pdf`, content };
}

/** The page says whether it is timestamped before its signature can be: where no stamp comes, it is drawn again. */
async function signDrawn(platform: Platform, draw: (isStamped: boolean) => Promise<Buffer>): Promise<Buffer> {
  const { seals, timestamps } = platform;
  const { signPdf } = await import('../../../../platform/pdf/sign-pdf.ts');
  if (timestamps.enabled)
    try {
      return await signPdf(await draw(true), seals, (imprint) => stampWithin(timestamps, stampMs, imprint));
    } catch (error) {
      if (!(error instanceof TimestampUnavailable)) throw error;
    }
  return signPdf(await draw(false), seals);
}

type Gathered = { facts: AttestedFacts; secrets: DocumentSecrets; ownLocale: Locale };

async function gatherFacts(platform: Platform, owner: Owner, documentId: string): Promise<Gathered> {
  const { safeId } = owner;
  const row = await requireDocument(platform, safeId, documentId);
  const [keys, entry, holder] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    findDepositEntry(platform.db, safeId, documentId),
    findOwner(platform.db, platform, safeId),
  ]);
  if (!entry || !holder) throw new Error('a document has no deposit, or a safe no owner');
  const secrets = openDocument(keys, documentId, row.sealed);
  const key = await journalKeyOf(platform.db, keys, { safeId, journalId: entry.safeId });
  const journal = attestedEntry(key, entry, secrets);
  await requireWhole(platform, owner, { keys, row: { safeId, ...row } });
  const { title, type, fileName, mimeType, sha256, sha512 } = secrets;
  const facts: AttestedFacts = {
    installation: platform.settings.publicUrl,
    safe: { id: safeId, holder: `${holder.firstName} ${holder.lastName}` },
    document: { id: documentId, title, type, fileName, mimeType, sizeBytes: row.sizeBytes, sha256, sha512 },
    deposit: { at: row.addedAt.toISOString(), by: row.addedBy, ...depositorOf(row.addedBy, secrets) },
    journal: { ...journal, ...(entry.safeId !== safeId && { chapter: entry.safeId }) },
  };
  return { facts, secrets, ownLocale: holder.locale };
}

/** Only what came by a link is from outside, and by no company or collector: nobody knows who followed it. */
function depositorOf(
  by: AttestedFacts['deposit']['by'],
  { originName, linkSentTo }: DocumentSecrets,
): Pick<AttestedFacts['deposit'], 'depositor' | 'link'> {
  if (by !== 'employee' || originName === undefined) return { depositor: originName ?? null };
  return { depositor: null, link: { request: originName, sentTo: linkSentTo ?? null } };
}
