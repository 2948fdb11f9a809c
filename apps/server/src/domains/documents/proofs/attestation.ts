import { readFonts } from '../../../platform/fonts.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findOwner } from '../../identity/identity.ts';
import { requireDocument } from '../require-document.ts';
import { openDocument, type DocumentSecrets } from '../sealed-document.ts';
import { attestationWords } from './attestation.words.ts';
import { attestedEntry, factsFile, type AttestedFacts } from './attested-facts.ts';
import { findDepositEntry } from './proofs.store.ts';

export type Attestation = { fileName: string; content: Buffer };
type Asked = { documentId: string; /** The owner's own where nothing is asked. */ locale: Locale | null };

/**
 * A PDF that says what was deposited, when and by whom, with the journal's entry, sealed by the installation.
 * The same facts make the same bytes. @throws {DomainError} DocumentNotFound
 */
export async function makeAttestation(
  platform: Platform,
  owner: Owner,
  { documentId, locale }: Asked,
): Promise<Attestation> {
  const { facts, secrets, ownLocale } = await gatherFacts(platform, owner, documentId);
  const words = attestationWords[locale ?? ownLocale];
  const file = factsFile(facts);
  // What makes PDFs takes thirty megabytes: not before someone asks for one.
  const [fonts, { drawAttestation }, seal] = await Promise.all([
    readFonts(),
    import('./attestation.page.ts'),
    platform.seals.seal(file),
  ]);
  const content = await drawAttestation(fonts, { words, facts, file, seal });
  await appendJournal(platform.relaxedDb, platform, {
    ...{ safeId: owner.safeId, actor: { kind: 'owner' }, action: 'document.attested', objectId: documentId },
    details: { title: secrets.title, sha256: secrets.sha256, address: owner.address },
  });
  return { fileName: `${words.fileName}-${facts.deposit.at.slice(0, 10)}.pdf`, content };
}

type Gathered = { facts: AttestedFacts; secrets: DocumentSecrets; ownLocale: Locale };

async function gatherFacts(platform: Platform, { safeId }: Owner, documentId: string): Promise<Gathered> {
  const row = await requireDocument(platform, safeId, documentId);
  const [keys, entry, holder] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    findDepositEntry(platform.db, safeId, documentId),
    findOwner(platform.db, platform, safeId),
  ]);
  if (!entry || !holder) throw new Error('a document has no deposit, or a safe no owner');
  const secrets = openDocument(keys, documentId, row.sealed);
  const { title, type, fileName, mimeType, sha256, sha512 } = secrets;
  const facts: AttestedFacts = {
    installation: platform.settings.publicUrl,
    safe: { id: safeId, holder: `${holder.firstName} ${holder.lastName}` },
    document: { id: documentId, title, type, fileName, mimeType, sizeBytes: row.sizeBytes, sha256, sha512 },
    deposit: { at: row.addedAt.toISOString(), by: row.addedBy, ...depositorOf(row.addedBy, secrets) },
    journal: { ...attestedEntry(keys, entry, secrets), ...(entry.safeId !== safeId && { chapter: entry.safeId }) },
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
