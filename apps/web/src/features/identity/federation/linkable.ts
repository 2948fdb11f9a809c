import { nowMs } from '../../../lib/browser/clock.ts';
import { forgetInTab, keepInTab, readFromTab } from '../../../lib/browser/tab-memory.ts';

const key = 'linkableIdentity';
/** As long as the server knows who came back with this browser. */
const lifeMs = 10 * 60_000;

interface Linkable {
  sub: string;
  endsAtMs: number;
}

/** An identity that waits for its owner's credentials. It says nothing by itself: the server knows who came back. */
export const keepLinkable = (sub: string): void => keepInTab(key, { sub, endsAtMs: nowMs() + lifeMs });

export function readLinkable(): string | null {
  const kept = readFromTab(key) as Linkable | null;
  return kept && kept.endsAtMs > nowMs() ? kept.sub : null;
}

export const forgetLinkable = (): void => forgetInTab(key);
