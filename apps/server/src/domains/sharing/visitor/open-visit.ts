import type { Authenticate, LinkHolder, Visitor } from '../../../platform/http/actors.ts';
import { isId, newId } from '../../../platform/identifiers.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { refusalOfGone } from '../gone-safe.ts';
import { openRecipient, openShare } from '../sealed-share.ts';
import { notifyOwner } from '../send-share.ts';
import { insertEvents } from '../events/share-events.store.ts';
import { takeEntries } from './visitor-entries.ts';
import { findVisit, insertVisit, setFirstOpened, setOpened } from './visitor.store.ts';

export type OpenedVisit = { safeId: string; visitId: string; endsAt: Date };

/** Remembers what was proved, and that the share was opened: the first time of all, its owner is notified. */
export async function openVisit(
  tx: Tx,
  platform: Platform,
  { link, proof }: { link: LinkHolder; proof: Visitor['proof'] },
): Promise<OpenedVisit> {
  const { safeId, shareId, recipientId, linkId, emailTag, phoneTag } = link;
  const now = platform.clock.now();
  const lifeMs = platform.tokens.lifeSeconds('sharing') * 1000;
  const visit = { safeId, visitId: newId(platform.clock), endsAt: new Date(now.getTime() + lifeMs) };
  const tags = { emailTag, phoneTag: proof === 'SMS' ? phoneTag : null };
  await Promise.all([
    insertVisit(tx, { ...visit, ...tags, shareId, recipientId, linkId, proof }),
    recordOpening(tx, platform, { ...link, now }),
  ]);
  return visit;
}

type Opening = Pick<
  LinkHolder,
  'safeId' | 'shareId' | 'recipientId' | 'sealedShare' | 'sealedRecipient' | 'address'
> & {
  now: Date;
};

/** Counts a recipient among those who have opened the share. */
export async function recordOpening(tx: Tx, platform: Platform, { now, ...opened }: Opening): Promise<void> {
  const { safeId, shareId, recipientId } = opened;
  const { values } = await platform.vault.keysOf(safeId, 'sharing', tx);
  const { email } = openRecipient(values, recipientId, opened.sealedRecipient);
  const { address } = opened;
  const [, , isFirst, entered] = await Promise.all([
    setOpened(tx, opened, now),
    insertEvents(tx, platform, [{ safeId, shareId, recipientId, kind: 'OPENED', documentId: null }]),
    setFirstOpened(tx, opened, now),
    takeEntries(tx, platform, { safeId, shareId, recipientId, address, objectIds: [shareId] }),
  ]);
  await Promise.all([
    entered.has(shareId) &&
      appendJournal(tx, platform, {
        ...{ safeId, action: 'share.opened', objectId: shareId },
        actor: { kind: 'visitor', ...(email !== null && { name: email }) },
        details: { title: openShare(values, shareId, opened.sealedShare).title, address },
      }),
    isFirst && notifyOwner(tx, platform, { safeId, what: 'opened' }),
  ]);
}

/** Once the visit is committed: bound to the browser in which the code was given. */
export const issueSharingToken = ({ tokens }: Platform, visit: OpenedVisit, link: LinkHolder): Promise<string> =>
  tokens.issue('sharing', { sub: visit.safeId, sid: visit.visitId, expiresAt: visit.endsAt }, link);

/** The row is read at each request; what it opens is asked of the shares themselves, which may have ended. */
export const authenticateVisitor =
  ({ tokens, db }: Platform): Authenticate<Visitor> =>
  async (token, origin) => {
    const claims = await tokens.read('sharing', token, origin);
    if (!claims || !isId(claims.sub) || !isId(claims.sid)) return null;
    const visit = await findVisit(db, claims.sub, claims.sid);
    if (!visit) throw await refusalOfGone(db, claims.sub);
    return { kind: 'visitor', safeId: claims.sub, visitId: claims.sid, ...visit, ...origin };
  };
