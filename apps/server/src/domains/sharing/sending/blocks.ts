import type { BlockScope } from '@perenne/contract/senders';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { deriveReference, linkTo } from '../../../platform/references.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { mailboxOf, withoutTag } from './blocks.rules.ts';
import * as store from './blocks.store.ts';

/** The links of an invitation by which its recipient is never written to again. */
export type BlockLinks = Record<BlockScope, string>;

const lifeMs = 400 * 86_400_000;

type Invited = { safeId: string; messageId: string; email: string };

/**
 * Makes the links of an invitation. The token is a keyed hash of the message: sent again after a failure, the message
 * bears the same links, whichever of its copies arrives. The database has a keyed hash of the token alone.
 */
export async function makeBlockLinks(
  { db, secrets, clock, settings }: Pick<Platform, 'db' | 'secrets' | 'clock' | 'settings'>,
  { safeId, messageId, email }: Invited,
): Promise<BlockLinks> {
  const expiresAt = new Date(clock.now().getTime() + lifeMs);
  const makeLink = async (scope: BlockScope) => {
    const token = deriveReference(secrets, 'block-token', safeId, messageId, scope);
    const blockTag = blockTagOf(secrets, mailboxOf(email));
    await store.insertBlockLink(db, { tokenTag: blockLinkTag(secrets, token), safeId, blockTag, scope, expiresAt });
    return linkTo({ settings }, token);
  };
  return { SENDER: await makeLink('SENDER'), ALL: await makeLink('ALL') };
}

/**
 * Has an owner, or all owners, never write to an address again. Nobody but its holder learns of it. The link goes on
 * serving: who blocked one sender may block all of them later.
 * @throws {DomainError} EntityNotFound for a token that is over or never was
 */
export const blockSender = (
  { db, secrets, clock }: Platform,
  { token, scope }: { token: string; scope: BlockScope },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    const link = await store.findBlockLink(tx, blockLinkTag(secrets, token), now);
    if (!link) throw new DomainError('EntityNotFound', { field: 'token' });
    if (scope === 'ALL') await store.insertClosedAddress(tx, link.blockTag, now);
    else await store.insertBlockedSender(tx, link, now);
  });

type Written = { safeId: string; email: string };

/** Whether the holder of an address wants nothing from this owner. The owner is answered as if it were not so. */
export const isBlocked = (
  db: Db | Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  { safeId, email }: Written,
): Promise<boolean> => store.hasBlock(db, { safeId, blockTags: blockTagsOf(secrets, email) });

/** For a holder of an address who has changed their mind, and asks the operator. Returns how many blocks there were. */
export const allowSendersAsOperator = (
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  email: string,
): Promise<number> => db.transaction().execute((tx) => store.deleteBlocksOf(tx, blockTagsOf(secrets, email)));

export const blockLinkTag = (secrets: Pick<Secrets, 'codeTag'>, token: string): Buffer =>
  secrets.codeTag('block-link', token);

/** A mailbox, as its invitations are counted. */
export const mailboxTagOf = (secrets: Pick<Secrets, 'tag'>, email: string): Buffer =>
  secrets.tag('invited-mailbox', mailboxOf(email));

const blockTagOf = (secrets: Pick<Secrets, 'tag'>, mailbox: string): Buffer => secrets.tag('blocked-email', mailbox);

/** A block counts under either: an earlier release kept it for the spelling, and this one keeps it for the mailbox. */
const blockTagsOf = (secrets: Pick<Secrets, 'tag'>, email: string): Buffer[] =>
  [mailboxOf(email), withoutTag(email)].map((mailbox) => blockTagOf(secrets, mailbox));
