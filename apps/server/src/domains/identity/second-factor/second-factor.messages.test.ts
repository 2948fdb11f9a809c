import { describe, expect, it } from 'vitest';
import { secondFactorMails, type FactorChange } from './second-factor.messages.ts';

const changes: FactorChange[] = ['totpAdded', 'passkeyAdded', 'totpRemoved', 'passkeyRemoved', 'codesRenewed'];
const url = 'https://safe.example/account';

describe.each(['fr', 'en'] as const)('in %s', (locale) => {
  it.each(changes)('tells of the change %s in text and in HTML, when, and what to do about it', (change) => {
    const { subject, text, html } = secondFactorMails[locale].changed(change, '21 XI 2026', url);
    expect(subject).not.toMatch(/\d|@/);
    for (const body of [text, html]) {
      expect(body).toContain('21 XI 2026');
      expect(body).toContain(url);
    }
  });

  it.each([
    [0, /dernier|last/],
    [1, /\b1[ \u00a0](code|recovery code) /],
    [9, /\b9[ \u00a0](codes|recovery codes) /],
  ])('tells that a recovery code has served, and that %d are left', (left, told) => {
    expect(secondFactorMails[locale].codeUsed(left, '21 XI 2026', url).text).toMatch(told);
  });
});
