import type { Platform } from '../../../platform/platform.ts';
import { NotTogether, settleDeposits, type Deposit, type Settled } from './settle-deposit.ts';

const togetherAtMost = 16;

/** Those that come while others take longer, as when the holder of the keys is slow, no longer wait for them. */
const patienceMs = 250;

type Waiting = { deposit: Deposit; resolve(settled: Settled): void; reject(error: unknown): void };

/**
 * Settles in one transaction what came while other deposits were being settled: they share its way to the disk. If
 * one of them fails nothing has happened to any, and each is settled alone: none fails for another.
 */
export class DepositsTogether {
  readonly #platform: Platform;
  #waiting: Waiting[] = [];
  #atWork: Waiting[] | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** @throws {DomainError} IdempotencyKeyReused, EntityNotFound; ServiceUnavailable where the upload was cleared */
  settle(deposit: Deposit): Promise<Settled> {
    const { promise, resolve, reject } = Promise.withResolvers<Settled>();
    this.#waiting.push({ deposit, resolve, reject });
    this.#goOn();
    return promise;
  }

  #goOn(): void {
    if (this.#atWork || this.#waiting.length === 0) return;
    this.#atWork = this.#take();
    void this.#work(this.#atWork);
  }

  async #work(batch: Waiting[]): Promise<void> {
    const patience = setTimeout(() => this.#leave(batch), patienceMs);
    await this.#settleAll(batch);
    clearTimeout(patience);
    this.#leave(batch);
  }

  #leave(batch: Waiting[]): void {
    if (this.#atWork !== batch) return;
    this.#atWork = undefined;
    this.#goOn();
  }

  /** The first ones, of which no two are for the same employee; the others keep their places. */
  #take(): Waiting[] {
    const taken = new Map<string, Waiting>();
    for (const one of this.#waiting) {
      const recipient = `${one.deposit.employerId}/${one.deposit.metadata.employeeNumber}`;
      if (taken.size < togetherAtMost && !taken.has(recipient)) taken.set(recipient, one);
    }
    const batch = new Set(taken.values());
    this.#waiting = this.#waiting.filter((one) => !batch.has(one));
    return [...batch];
  }

  async #settleAll(batch: Waiting[]): Promise<void> {
    try {
      for (const { resolve, settled } of await settleDeposits(this.#platform, batch)) resolve(settled);
    } catch (error) {
      if (error instanceof NotTogether) await Promise.all(batch.map((one) => this.#settleAll([one])));
      else for (const { reject } of batch) reject(error);
    }
  }
}
