import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '../../../platform/domain-error.ts';
import { clientAddressOf } from '../../../platform/http/connections/client-address.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteSlots, deleteSlotsOf, extendSlots, insertSlots, type SlotParty } from './upload-slots.store.ts';

/** Those whose uploads under way are counted together. */
export type UploadParties =
  | { safeId: string }
  /** A sender by a link has no session: the client's address counts too. */
  | { linkId: string; address: string };

/** Given back once, however often that is asked. */
export type UploadSlot = { release(): Promise<void> };

const mostOfSafe = 6;
const mostOfLink = 4;
const mostOfAddress = 24;

/** The slots of a machine that is gone are free again after that. */
const heldMs = 15_000;
const everyMs = 5_000;
const comeBackSeconds = 10;
/** Uploads that come at one instant may choose the same slot; each round has at least one winner. */
const triesAtMost = mostOfAddress;

/** A caller that adds twenty small files at once waits a moment for each; one that meets six held open is refused soon. */
const longestWaitMs = 500;
const lookAgainMs = 100;
const mostWaiting = 18;
/** How many wait in this process, by the tag of their first party. */
const waiting = new Map<string, number>();

/**
 * Takes a place among the uploads under way of a safe's owner, or of a link and a client address, over all processes.
 * Waits a moment for one that becomes free.
 * @throws {DomainError} TooManyRequests where none does, or where too many wait
 */
export async function takeUploadSlot(platform: Platform, parties: UploadParties): Promise<UploadSlot> {
  const counted = countedParties(platform, parties);
  const uploadId = newId(platform.clock);
  const held = () => ({ uploadId, heldUntil: new Date(platform.clock.now().getTime() + heldMs) });
  if (!(await take(platform, counted, held())) && !(await waitForSlot(platform, counted, held))) {
    throw new DomainError('TooManyRequests', { retryAfterSeconds: comeBackSeconds });
  }
  const write = async (change: Promise<unknown>): Promise<void> => {
    try {
      await change;
    } catch (error) {
      platform.log.warn({ err: error, uploadId }, 'the slot of an upload could not be written');
    }
  };
  const timer = setInterval(() => void write(extendSlots(platform.relaxedDb, counted, held())), everyMs);
  let released: Promise<void> | undefined;
  return {
    release: () => {
      clearInterval(timer);
      return (released ??= write(deleteSlots(platform.relaxedDb, counted, uploadId)));
    },
  };
}

async function waitForSlot(platform: Platform, parties: readonly SlotParty[], held: () => Held): Promise<boolean> {
  const party = parties[0]?.partyTag.toString('hex') ?? '';
  const others = waiting.get(party) ?? 0;
  if (others >= mostWaiting) return false;
  waiting.set(party, others + 1);
  try {
    for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += lookAgainMs) {
      await wait(lookAgainMs);
      if (await take(platform, parties, held())) return true;
    }
    return false;
  } finally {
    const left = (waiting.get(party) ?? 1) - 1;
    if (left > 0) waiting.set(party, left);
    else waiting.delete(party);
  }
}

type Held = { uploadId: string; heldUntil: Date };

async function take({ relaxedDb, clock }: Platform, parties: readonly SlotParty[], held: Held): Promise<boolean> {
  for (let tries = 0; tries < triesAtMost; tries++) {
    const answer = await insertSlots(relaxedDb, parties, { ...held, holder: holderOf(process.pid), now: clock.now() });
    if (answer === 'TAKEN') return true;
    if (answer === 'FULL') return false;
    // The slot of one of two parties may have been taken.
    await deleteSlots(relaxedDb, parties, held.uploadId);
  }
  return false;
}

/** Names a process among those of all machines. */
const holderOf = (pid: number): string => `${hostname()}/${pid}`;

/** Frees the slots of a process of this machine that has ended, whose uploads were cut off. */
export const freeUploadSlots = ({ relaxedDb }: Platform, pid: number) => deleteSlotsOf(relaxedDb, holderOf(pid));

function countedParties({ secrets }: Platform, parties: UploadParties): SlotParty[] {
  const party = (kind: string, name: string, most: number) => ({
    partyTag: secrets.tag('upload-slots', kind, name),
    most,
  });
  if ('safeId' in parties) return [party('safe', parties.safeId, mostOfSafe)];
  const { linkId, address } = parties;
  return [party('link', linkId, mostOfLink), party('address', clientAddressOf(address), mostOfAddress)];
}
