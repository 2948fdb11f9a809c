import type { AlertCode, Collector } from '@perenne/contract/collectors';
import { expect, it } from 'vitest';
import { describeAlert } from './alerts.ts';

const since = '2026-11-24T10:00:00Z';

function collectorWith(code: AlertCode, other: Partial<Collector> = {}): Collector {
  return {
    ...{ id: '1', accountName: 'Électricité', status: 'BLOCKED', mfa: null, categoryId: null, since: null },
    ...{ lastSynchronisationAt: null, nextSynchronisationAt: null, collectedDocuments: 0, newDocuments: 0 },
    agent: { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status: 'RUNNING' },
    alert: { code, since },
    createdAt: since,
    can: {
      ...{ modify: true, activate: true, deactivate: true, synchronise: true },
      ...{ delete: true, giveCode: false, resendCode: false },
    },
    ...other,
  };
}

it.each([
  ['AGENT_UNAVAILABLE', 'synchronise'],
  ['CREDENTIALS_INVALID', 'credentials'],
  ['ACCOUNT_BLOCKED', 'activate'],
  ['MFA_EXPIRED', 'resend'],
  ['TECHNICAL_ERROR', 'synchronise'],
  ['SYNCHRONISATION_FAILED', 'activate'],
  ['PASSWORD_EXPIRED', 'credentials'],
] as const)('mends %s by one action: %s', (code, mending) => {
  expect(describeAlert(collectorWith(code), false)).toMatchObject({ words: code, mending });
});

it('offers to delete one whose row is damaged', () => {
  const can = { ...collectorWith('SYNCHRONISATION_FAILED').can, modify: false, activate: false };
  expect(describeAlert(collectorWith('SYNCHRONISATION_FAILED', { can }), false)).toMatchObject({
    words: 'damaged',
    mending: 'delete',
  });
});

it('asks for a code while one is awaited, and says that the one before was wrong', () => {
  const mfa = { expiresAt: since, canResendAt: since };
  expect(describeAlert(collectorWith('MFA_REQUIRED', { mfa }), false)).toMatchObject({
    words: 'MFA_REQUIRED',
    mending: 'code',
  });
  const alert = { code: 'MFA_REQUIRED', since, previousCodeWrong: true } as const;
  expect(describeAlert(collectorWith('MFA_REQUIRED', { mfa, alert }), false)).toMatchObject({ words: 'wrongCode' });
  expect(describeAlert(collectorWith('MFA_REQUIRED'), false)).toMatchObject({ mending: null });
});

it.each([
  ['SYNCHRONISATION_FAILED', 'HOST_KEY_CHANGED', 'hostKey'],
  ['CREDENTIALS_INVALID', 'FOLDER_NOT_FOUND', 'folder'],
  ['SYNCHRONISATION_FAILED', 'HOST_REFUSED', 'host'],
] as const)('says what is behind %s, and asks for what signs in: %s', (code, cause, words) => {
  const alert = { code, since, cause };
  expect(describeAlert(collectorWith(code, { alert }), false)).toMatchObject({ words, mending: 'credentials' });
});

it('has nothing to mend where nothing was new', () => {
  expect(describeAlert(collectorWith('NO_NEW_DOCUMENT'), false)).toBeNull();
});

it('leads to the documents where the safe is full', () => {
  expect(describeAlert(collectorWith('TECHNICAL_ERROR'), true)).toMatchObject({ words: 'full', mending: 'makeRoom' });
});

it('offers no try at a partner that is closed to everybody', () => {
  const agent = { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status: 'UNAVAILABLE' } as const;
  expect(describeAlert(collectorWith('AGENT_UNAVAILABLE', { agent }), false)).toMatchObject({ mending: null });
});
