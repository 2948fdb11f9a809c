import type { Clock } from '../../../../platform/time/clock.ts';
import type { Locale } from '../../../../platform/http/locale.ts';
import type { Titled } from './title-order.rules.ts';

/** The opened titles of a safe as one snapshot has them, in the order of each language that was asked for. */
export type TitleOrder = { horizon: string; byLocale: ReadonlyMap<Locale, readonly Titled[]> };

type Place = { folderId?: string | undefined; categoryId?: string | undefined };

type Kept = { order: TitleOrder; until: number };

/** As long as the opened key of a safe is kept. */
const keptMs = 5 * 60_000;
/** Some 200 bytes each. */
const titlesAtMost = 300_000;

/** The titles that this process has opened lately, for pages by title: opened from the row, each costs microseconds. */
export class TitleOrders {
  readonly #clock: Clock;
  /** The one that was used last is the last. */
  readonly #kept = new Map<string, Kept>();
  readonly #opening = new Map<string, Promise<TitleOrder>>();
  /** An order never changes, so neither does what is in a place; both go together. */
  readonly #inPlaces = new WeakMap<readonly Titled[], Map<string, readonly Titled[]>>();
  #isSweeping = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the kept order of a safe, or calls `open` once for all who ask meanwhile. */
  async find(safeId: string, open: () => Promise<TitleOrder>): Promise<TitleOrder> {
    this.#dropExpired();
    const kept = this.#kept.get(safeId);
    if (kept) return kept.order;
    const opening = this.#opening.get(safeId) ?? open().finally(() => this.#opening.delete(safeId));
    this.#opening.set(safeId, opening);
    return opening;
  }

  /** The documents of an order that are in a place: to look at all titles takes longer than the rest of a page. */
  inPlace(order: readonly Titled[], { folderId, categoryId }: Place): readonly Titled[] {
    if (folderId === undefined && categoryId === undefined) return order;
    const places = this.#inPlaces.get(order) ?? new Map<string, readonly Titled[]>();
    this.#inPlaces.set(order, places);
    const name = `${folderId ?? ''}/${categoryId ?? ''}`.toLowerCase();
    const [inFolder, inCategory] = name.split('/');
    const listed =
      places.get(name) ??
      order.filter(
        (titled) => (!inFolder || titled.folderId === inFolder) && (!inCategory || titled.categoryId === inCategory),
      );
    places.set(name, listed);
    return listed;
  }

  /** Keeps the order for some minutes more, unless a later one is kept. */
  keep(safeId: string, order: TitleOrder): void {
    const kept = this.#kept.get(safeId);
    const isLater = kept && BigInt(kept.order.horizon) > BigInt(order.horizon);
    this.#kept.delete(safeId);
    this.#kept.set(safeId, { order: isLater ? kept.order : order, until: this.#clock.now().getTime() + keptMs });
    this.#dropOldest();
    this.#sweepLater();
  }

  /** Titles do not stay because nobody asks any more. */
  #sweepLater(): void {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const sweep = () => {
      this.#isSweeping = false;
      this.#dropExpired();
      if (this.#kept.size > 0) this.#sweepLater();
    };
    setTimeout(sweep, keptMs).unref();
  }

  #dropExpired(): void {
    const now = this.#clock.now().getTime();
    for (const [safeId, { until }] of this.#kept) if (until <= now) this.#kept.delete(safeId);
  }

  #dropOldest(): void {
    const sizes = [...this.#kept].map(([safeId, { order }]) => ({ safeId, titles: sizeOf(order) }));
    let held = sizes.reduce((sum, { titles }) => sum + titles, 0);
    for (const { safeId, titles } of sizes) {
      if (held <= titlesAtMost) return;
      this.#kept.delete(safeId);
      held -= titles;
    }
  }
}

const sizeOf = ({ byLocale }: TitleOrder): number => Math.max(0, ...[...byLocale.values()].map(({ length }) => length));
