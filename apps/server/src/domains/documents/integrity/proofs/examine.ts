import type { ContentDigests } from '../../../../platform/digests/digests.ts';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import { ObjectMissing } from '../../../../platform/objects/objects.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { openContent } from '../../../../platform/sealing/content.ts';
import type { SafeKeys } from '../../../../platform/sealing/safe-keys.ts';
import { SealedContentBroken } from '../../../../platform/sealing/sealed-content-broken.ts';
import { noteDamage, noteMended, type Finder } from '../damage/note-damage.ts';
import { requireDocument } from '../../record/require-document.ts';
import { openDocument, type DocumentSecrets } from '../../record/sealed-document.ts';

type Parts = Pick<Platform, 'objects' | 'digests'>;
type Row = { safeId: string; documentId: string; objectId: string; header: Buffer; sealed: Buffer; sizeBytes: number };

export type Examined = { state: 'whole' | 'missing' | 'damaged'; secrets: DocumentSecrets };

/** Reads the object to its end, opens every frame, and compares digests and size with those of the deposit. */
export async function examine(platform: Parts, keys: SafeKeys, row: Row): Promise<Examined> {
  const secrets = openDocument(keys, row.documentId, row.sealed);
  try {
    const { sha256, sha512, sizeBytes } = await readAgain(platform, keys, row);
    const isSame =
      sizeBytes === row.sizeBytes &&
      sha256.toString('hex') === secrets.sha256 &&
      sha512.toString('hex') === secrets.sha512;
    return { state: isSame ? 'whole' : 'damaged', secrets };
  } catch (error) {
    const state = damageOf(error);
    if (!state) throw error;
    return { state, secrets };
  }
}

/** Returns the damage that an error shows in a stored content; null if it shows none. */
export function damageOf(error: unknown): 'missing' | 'damaged' | null {
  if (error instanceof ObjectMissing) return 'missing';
  return error instanceof SealedContentBroken ? 'damaged' : null;
}

/**
 * Requires the content of the deposit; where it is lost or another, its owner and people are alarmed.
 * @throws {DomainError} DocumentDamaged; DocumentNotFound where it was destroyed meanwhile
 */
export async function requireWhole(platform: Platform, owner: Owner, { keys, row }: Held): Promise<void> {
  const { documentId } = row;
  const examined = await examine(platform, keys, row);
  if (examined.state !== 'whole') await requireDocument(platform, owner.safeId, documentId);
  await noteState(platform, { ...owner, kind: 'owner' }, { ...examined, documentId, damagedAt: row.damagedAt });
  if (examined.state !== 'whole') throw new DomainError('DocumentDamaged');
}

type Held = { keys: SafeKeys; row: Row & { damagedAt: Date | null } };

type Known = Examined & { documentId: string; damagedAt: Date | null };

/** Alarms for a content that is not whole, and ends the alarm of one that is whole again. */
export async function noteState(platform: Platform, finder: Finder, known: Known): Promise<void> {
  const { state, documentId, secrets, damagedAt } = known;
  if (state !== 'whole') await noteDamage(platform, finder, { documentId, state, secrets });
  else if (damagedAt !== null) await noteMended(platform, { safeId: finder.safeId, documentId });
}

async function readAgain(
  platform: Parts,
  keys: SafeKeys,
  { safeId, documentId, objectId, header }: Row,
): Promise<ContentDigests & { sizeBytes: number }> {
  const frames = await platform.objects.get(objectId);
  const digests = platform.digests.begin();
  let sizeBytes = 0;
  try {
    for await (const chunk of openContent({ key: keys.contents, safeId, documentId }, header, { frames })) {
      sizeBytes += chunk.length;
      await digests.update(chunk);
    }
    return { ...(await digests.finish()), sizeBytes };
  } catch (error) {
    digests.abort();
    throw error;
  } finally {
    frames.destroy();
  }
}
