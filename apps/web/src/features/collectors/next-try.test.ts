import type { Collector } from '@perenne/contract/collectors';
import { expect, it } from 'vitest';
import { nextTryOf } from './next-try.ts';

const now = Date.parse('2026-11-24T10:00:00Z');
const later = '2026-11-25T03:12:00Z';
const over = '2026-11-24T09:59:00Z';

function collectorAt(status: Collector['agent']['status'], other: Partial<Collector> = {}): Collector {
  return {
    ...{
      id: '1',
      accountName: 'Électricité',
      status: 'ENABLED',
      alert: null,
      mfa: null,
      categoryId: null,
      since: null,
    },
    ...{ lastSynchronisationAt: null, nextSynchronisationAt: later, collectedDocuments: 0, newDocuments: 0 },
    agent: { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status },
    createdAt: over,
    can: {
      ...{ modify: true, activate: true, deactivate: true, synchronise: true },
      ...{ delete: true, giveCode: false, resendCode: false },
    },
    ...other,
  };
}

it('names the hour of the next synchronisation, or of the next try', () => {
  expect(nextTryOf(collectorAt('RUNNING'), now)).toEqual({ at: later });
  const alert = { code: 'AGENT_UNAVAILABLE', since: over, retryAt: '2026-11-24T10:15:00Z' } as const;
  expect(nextTryOf(collectorAt('UNKNOWN', { alert }), now)).toEqual({ at: alert.retryAt });
});

it('names no hour that is over', () => {
  expect(nextTryOf(collectorAt('RUNNING', { nextSynchronisationAt: over }), now)).toEqual({ words: 'soon' });
  const alert = { code: 'TECHNICAL_ERROR', since: over, retryAt: over } as const;
  expect(nextTryOf(collectorAt('RUNNING', { alert }), now)).toEqual({ words: 'soon' });
});

it('names no hour while the partner is closed, whatever the server says of one', () => {
  for (const nextSynchronisationAt of [later, over, null])
    for (const status of ['IN_MAINTENANCE', 'UNAVAILABLE'] as const)
      expect(nextTryOf(collectorAt(status, { nextSynchronisationAt }), now)).toEqual({ words: 'partnerBack' });
});

it('promises nothing of a partner that is no longer maintained, nor of a collector that rests', () => {
  expect(nextTryOf(collectorAt('ZOMBIE'), now)).toBeNull();
  for (const status of ['BLOCKED', 'DISABLED', 'SYNCHRONIZING'] as const)
    expect(nextTryOf(collectorAt('IN_MAINTENANCE', { status, nextSynchronisationAt: null }), now)).toBeNull();
});
