import type { Collector } from '@perenne/contract/collectors';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { collectorsQuery, isStillAwaited, needsOwner } from './collector-queries.ts';

/** After a wrong code the time that is left stays the same. */
const askedAgainFrom = (canResendAt: string) => ({ expiresAt: '2026-11-24T10:10:00Z', canResendAt });
const first = { id: 'a', mfa: askedAgainFrom('2026-11-24T10:01:00Z') };

/** The list as it was read last, with this of the collector that asked for a code. */
function listWith(mfa: Collector['mfa']): QueryClient {
  const queries = new QueryClient();
  const items = [{ id: 'b', mfa: first.mfa } as Collector, { id: 'a', mfa } as Collector];
  queries.setQueryData(collectorsQuery.queryKey, { items, nextCursor: null, total: 2 });
  return queries;
}

it('knows the code that is still awaited', () => {
  expect(isStillAwaited(listWith(first.mfa), first)).toBe(true);
});

it('takes a late answer for none where the run has gone on, ended, or asks for another code', () => {
  expect(isStillAwaited(listWith(null), first)).toBe(false);
  expect(isStillAwaited(listWith(askedAgainFrom('2026-11-24T10:02:00Z')), first)).toBe(false);
  expect(isStillAwaited(new QueryClient(), first)).toBe(false);
  expect(isStillAwaited(listWith(null), { id: 'a', mfa: null })).toBe(false);
});

it('counts a collector as waiting for its owner where that can do something: not while its partner is closed', () => {
  const blockedAt = (status: Collector['agent']['status']) => ({
    ...({ status: 'BLOCKED', mfa: null } as const),
    agent: { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status },
  });
  const statuses = ['RUNNING', 'UNKNOWN', 'IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE'] as const;
  expect(statuses.filter((status) => needsOwner(blockedAt(status)))).toEqual(['RUNNING', 'UNKNOWN']);
  // A run under way still takes its code.
  expect(needsOwner({ ...blockedAt('IN_MAINTENANCE'), status: 'SYNCHRONIZING', mfa: first.mfa })).toBe(true);
  expect(needsOwner({ ...blockedAt('RUNNING'), status: 'ENABLED' })).toBe(false);
});
