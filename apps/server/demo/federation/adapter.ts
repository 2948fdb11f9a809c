import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../src/platform/time/clock.ts';

type Kept = { payload: AdapterPayload; expiresAt: number };

/** The stand-in's memory of sign-ins under way: each thing for as long as it lasts. */
export function openAdapter(clock: Clock): AdapterFactory {
  const kept = new Map<string, Kept>();
  return (model) => new MemoryOfModel(model, kept, clock);
}

class MemoryOfModel implements Adapter {
  readonly #model: string;
  readonly #kept: Map<string, Kept>;
  readonly #clock: Clock;

  constructor(model: string, kept: Map<string, Kept>, clock: Clock) {
    this.#model = model;
    this.#kept = kept;
    this.#clock = clock;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    this.#forgetExpired();
    const expiresAt = expiresIn === undefined ? Infinity : this.#now() + expiresIn * 1000;
    this.#kept.set(this.#keyOf(id), { payload, expiresAt });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#living(this.#keyOf(id))?.payload;
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#ofModel()].find(({ payload }) => payload.uid === uid)?.payload;
  }

  /** There are no devices without a browser here. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const found = this.#living(this.#keyOf(id));
    if (found) found.payload.consumed = Math.floor(this.#now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(this.#keyOf(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [key, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(key);
  }

  *#ofModel(): Iterable<Kept> {
    for (const key of this.#kept.keys()) {
      const living = key.startsWith(`${this.#model} `) ? this.#living(key) : undefined;
      if (living) yield living;
    }
  }

  #living(key: string): Kept | undefined {
    const found = this.#kept.get(key);
    return found && found.expiresAt > this.#now() ? found : undefined;
  }

  #forgetExpired(): void {
    for (const [key, { expiresAt }] of this.#kept) if (expiresAt <= this.#now()) this.#kept.delete(key);
  }

  #keyOf(id: string): string {
    return `${this.#model} ${id}`;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
