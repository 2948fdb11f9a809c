import type { PublicSharing } from '@perenne/contract/public-sharings';

/** The data of a page, or why it cannot show them for now. */
export type Opened<T> = { data: T } | { error: unknown };

/** The shares that a visitor may open. A tab goes on with the proof that opened them, whatever another tab proves. */
export interface Visit {
  proof: string;
  shares: readonly PublicSharing[];
}
