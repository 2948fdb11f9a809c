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
  expect(describeAlert(collectorWith('AGENT_UNAVAILABLE', { agent, status: 'ENABLED' }), false)).toMatchObject({
    mending: null,
  });
});

it.each([
  ...(['CREDENTIALS_INVALID', 'PASSWORD_EXPIRED', 'MFA_EXPIRED'] as const),
  ...(['ACCOUNT_BLOCKED', 'SYNCHRONISATION_FAILED'] as const),
])('says of %s that the partner is closed, and offers nothing that it would refuse', (code) => {
  for (const status of ['IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE'] as const) {
    const agent = { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status };
    expect(describeAlert(collectorWith(code, { agent }), false)).toMatchObject({
      ...{ words: code, mending: null, closure: status },
    });
  }
  expect(describeAlert(collectorWith(code), false)).toMatchObject({ closure: null });
});

it('says the same of what is wrong with a server, and still offers to delete a damaged one', () => {
  const agent = { id: 'sftp', name: 'SFTP', logo: '', status: 'IN_MAINTENANCE' } as const;
  const alert = { code: 'SYNCHRONISATION_FAILED', since, cause: 'HOST_KEY_CHANGED' } as const;
  expect(describeAlert(collectorWith(alert.code, { agent, alert }), false)).toMatchObject({
    ...{ words: 'hostKey', mending: null, closure: 'IN_MAINTENANCE' },
  });
  const can = { ...collectorWith(alert.code).can, modify: false, activate: false };
  expect(describeAlert(collectorWith(alert.code, { agent, alert, can }), false)).toMatchObject({
    ...{ words: 'damaged', mending: 'delete', closure: null },
  });
});

it('takes the code that a run under way waits for, though its partner has closed since', () => {
  const agent = { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status: 'IN_MAINTENANCE' } as const;
  const mfa = { expiresAt: since, canResendAt: since };
  const waiting = collectorWith('MFA_REQUIRED', { agent, mfa, status: 'SYNCHRONIZING' });
  expect(describeAlert(waiting, false)).toMatchObject({ mending: 'code', closure: null });
});

it('promises no other try where nobody maintains the partner any more', () => {
  const agent = { id: 'lumen-energie', name: 'Lumen Énergie', logo: '', status: 'ZOMBIE' } as const;
  for (const code of ['AGENT_UNAVAILABLE', 'TECHNICAL_ERROR'] as const)
    expect(describeAlert(collectorWith(code, { agent, status: 'ENABLED' }), false)).toMatchObject({
      ...{ words: 'over', mending: null },
    });
});
