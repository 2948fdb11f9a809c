import type { Collector } from '@perenne/contract/collectors';
import { isOpen } from '../../lib/documents/collector-queries.ts';

/** `words`: no hour can be promised, since its partner is closed, or its hour is over and it is due. */
type NextTry = { at: string } | { words: 'partnerBack' | 'soon' };

/** When a collector synchronises next by itself; null where it does not. */
export function nextTryOf(collector: Collector, now: number): NextTry | null {
  const { status, agent, alert, nextSynchronisationAt } = collector;
  if (status !== 'ENABLED' || agent.status === 'ZOMBIE') return null;
  if (!isOpen(collector)) return { words: 'partnerBack' };
  const at = alert?.retryAt ?? nextSynchronisationAt;
  if (at === null) return null;
  return Date.parse(at) > now ? { at } : { words: 'soon' };
}
