import type { Origin } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { answererOf, askerOf, type Asker } from '../../identity/identity.ts';
import { findKnownVisitor, upsertKnownVisitor } from './known-visitors.store.ts';

const lifeMs = 400 * 86_400_000;

/** Whom a browser has proved to be: the owner of a code, as its purpose counts it. */
type Proved = { purpose: string; owner: string };

/** The asker of a code of this owner: known if its browser has given one before. */
export const askingVisitor = async (platform: Platform, origin: Origin, proved: Proved): Promise<Asker> =>
  askerOf(origin, { isKnown: await isKnown(platform, origin, proved) });

/** The asker who gives one back. */
export const answeringVisitor = async (platform: Platform, origin: Origin, proved: Proved): Promise<Asker> =>
  answererOf(origin, { isKnown: await isKnown(platform, origin, proved) });

type Visiting = { origin: Origin; proved: Proved };

/** Remembers the browser that has just given a right code. */
export async function rememberVisitor(tx: Tx, platform: Platform, { origin, proved }: Visiting): Promise<void> {
  const visitorTag = tagOf(platform, origin, proved);
  if (visitorTag === null) return;
  await upsertKnownVisitor(tx, { visitorTag, knownUntil: new Date(platform.clock.now().getTime() + lifeMs) });
}

async function isKnown(platform: Platform, origin: Origin, proved: Proved): Promise<boolean> {
  const visitorTag = origin.isNewBrowser === true ? null : tagOf(platform, origin, proved);
  return visitorTag !== null && (await findKnownVisitor(platform.db, visitorTag, platform.clock.now()));
}

/** Null for a client that is no browser. */
const tagOf = ({ secrets }: Platform, { browser }: Origin, { purpose, owner }: Proved): Buffer | null =>
  browser === null ? null : secrets.tag('known-visitor', browser, purpose, owner);
