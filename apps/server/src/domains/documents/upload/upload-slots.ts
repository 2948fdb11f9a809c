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

const mostOfSafe = 6;
const mostOfLink = 4;
const mostOfAddress = 24;

/** The slots of a machine that is gone are free again after that. */
const heldMs = 15_000;
const extendEveryMs = 5_000;
const comeBackSeconds = 10;
/** Uploads that come at one instant may choose the same slot; each round has at least one winner. */
const triesAtMost = mostOfAddress;

/**
 * A caller that adds twenty small files at once waits a moment for each; one that meets six held open is refused after
 * two seconds in which no other that waits here got a slot either. Counted in looks: a process that stood still refuses
 * nobody for it.
 */
const mostLooks = 20;
const lookAgainMs = 100;
const mostWaiting = 18;
/** Less than an upload waits: none is refused for a slot that another process keeps and does not use. */
const keptMs = 250;

/** The parties of an upload; `name` differs for others. */
type Counted = { name: string; parties: readonly SlotParty[] };
/** One slot of each party, taken under one identifier; lost if the process stood still until others could take it. */
type Slot = Counted & { uploadId: string; extending: NodeJS.Timeout; isLost: boolean };
type Kept = { slot: Slot; ending: NodeJS.Timeout };
type Waiting = PromiseWithResolvers<Slot | null> & { name: string; looks: number };

/**
 * The places of uploads under way, of a safe's owner, or of a link and a client address, over all processes. A process
 * passes a slot on to the upload that has waited for it longest, or keeps it for a moment: files that come one after
 * the other, or many at once, take no statement each.
 */
export class UploadSlots {
  readonly #platform: Platform;
  readonly #kept = new Set<Kept>();
  readonly #waiting = new Set<Waiting>();
  /** The names of those for whom this process looks whether another one has given a slot back. */
  readonly #looking = new Set<string>();
  #isClosed = false;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /**
   * Runs an upload in a slot of its parties. Waits a moment for one that becomes free.
   * @throws {DomainError} TooManyRequests where none does, or where too many wait
   */
  async within<T>(parties: UploadParties, upload: () => Promise<T>): Promise<T> {
    const slot = await this.#take(countedParties(this.#platform, parties));
    if (!slot) throw new DomainError('TooManyRequests', { retryAfterSeconds: comeBackSeconds });
    try {
      return await upload();
    } finally {
      this.#pass(slot);
    }
  }

  /** Gives back what is kept, and each other slot at the end of its upload. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#kept].map((kept) => this.#endKept(kept)));
  }

  async #take(counted: Counted): Promise<Slot | null> {
    const slot = this.#takeKept(counted) ?? (await this.#claim(counted));
    // One may have been kept while the database had none.
    return slot ?? this.#takeKept(counted) ?? (await this.#wait(counted));
  }

  #takeKept({ name }: Counted): Slot | null {
    const kept = [...this.#kept].find(({ slot }) => slot.name === name);
    if (!kept) return null;
    this.#kept.delete(kept);
    clearTimeout(kept.ending);
    return kept.slot;
  }

  /** Takes a slot of each party in the database, or none. */
  async #claim({ name, parties }: Counted): Promise<Slot | null> {
    const { relaxedDb, clock } = this.#platform;
    const uploadId = newId(clock);
    const held = () => ({ uploadId, heldUntil: new Date(clock.now().getTime() + heldMs) });
    const holder = holderOf(process.pid);
    for (let tries = 0; tries < triesAtMost; tries++) {
      const answer = await insertSlots(relaxedDb, parties, { ...held(), holder, now: clock.now() });
      if (answer === 'FULL') return null;
      if (answer === 'TAKEN') {
        const extend = async () => {
          slot.isLost ||= (await extendSlots(relaxedDb, parties, held())) < parties.length;
        };
        const extending = setInterval(() => void this.#write(extend()), extendEveryMs);
        const slot = { name, parties, uploadId, extending, isLost: false };
        return slot;
      }
      // The slot of one of two parties may have been taken.
      await deleteSlots(relaxedDb, parties, uploadId);
    }
    return null;
  }

  #pass(slot: Slot): void {
    if (slot.isLost) return void this.#giveBack(slot);
    const [first, ...others] = this.#waitingOf(slot);
    for (const other of others) other.looks = 0;
    if (first) return this.#answer(first, slot);
    if (this.#isClosed) return void this.#giveBack(slot);
    const kept = { slot, ending: setTimeout(() => void this.#endKept(kept), keptMs) };
    this.#kept.add(kept);
  }

  async #endKept(kept: Kept): Promise<void> {
    this.#kept.delete(kept);
    clearTimeout(kept.ending);
    await this.#giveBack(kept.slot);
  }

  async #giveBack({ parties, uploadId, extending }: Slot): Promise<void> {
    clearInterval(extending);
    await this.#write(deleteSlots(this.#platform.relaxedDb, parties, uploadId));
  }

  #wait(counted: Counted): Promise<Slot | null> | null {
    const { name } = counted;
    if (this.#waitingOf(counted).length >= mostWaiting) return null;
    const waiting = { name, looks: 0, ...Promise.withResolvers<Slot | null>() };
    this.#waiting.add(waiting);
    if (!this.#looking.has(name)) void this.#look(counted);
    return waiting.promise;
  }

  /** Takes slots that other processes have given back, for as long as an upload waits. */
  async #look(counted: Counted): Promise<void> {
    this.#looking.add(counted.name);
    for (;;) {
      await wait(lookAgainMs);
      const [first] = this.#waitingOf(counted);
      if (!first) break;
      try {
        const slot = await this.#claim(counted);
        if (slot) this.#pass(slot);
      } catch (error) {
        this.#waiting.delete(first);
        first.reject(error);
      }
      for (const waiting of this.#waitingOf(counted)) if (++waiting.looks === mostLooks) this.#answer(waiting, null);
    }
    this.#looking.delete(counted.name);
  }

  #waitingOf({ name }: Counted): Waiting[] {
    return [...this.#waiting].filter((waiting) => waiting.name === name);
  }

  #answer(waiting: Waiting, slot: Slot | null): void {
    this.#waiting.delete(waiting);
    waiting.resolve(slot);
  }

  async #write(change: Promise<unknown>): Promise<void> {
    try {
      await change;
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'the slot of an upload could not be written');
    }
  }
}

/** Names a process among those of all machines. */
const holderOf = (pid: number): string => `${hostname()}/${pid}`;

/** Frees the slots of a process of this machine that has ended, whose uploads were cut off. */
export const freeUploadSlots = ({ relaxedDb }: Platform, pid: number) => deleteSlotsOf(relaxedDb, holderOf(pid));

function countedParties({ secrets }: Platform, parties: UploadParties): Counted {
  const party = (kind: string, name: string, most: number) => ({
    partyTag: secrets.tag('upload-slots', kind, name),
    most,
  });
  if ('safeId' in parties) return { name: parties.safeId, parties: [party('safe', parties.safeId, mostOfSafe)] };
  const { linkId, address } = parties;
  const client = clientAddressOf(address);
  return {
    name: `${linkId} ${client}`,
    parties: [party('link', linkId, mostOfLink), party('address', client, mostOfAddress)],
  };
}
