import { expect, it } from 'vitest';
import { DomainError } from '../../platform/domain-error.ts';
import { requireUnchanged } from './formerly.rules.ts';

const entriesOf = (attempt: () => void) => {
  try {
    attempt();
  } catch (error) {
    return error instanceof DomainError ? error.entries : error;
  }
  return [];
};

it('lets a change pass that was made of what there is', () => {
  requireUnchanged({ title: 'Bail' }, { formerly: { title: 'Bail' }, asked: { title: 'Bail signé' } });
  requireUnchanged({ title: 'Bail' }, { asked: { title: 'Bail signé' } });
});

it('tells what there is since', () => {
  const attempt = () => requireUnchanged({ title: 'Autre' }, { formerly: { title: 'Bail' }, asked: { title: 'X' } });
  expect(entriesOf(attempt)).toEqual([{ code: 'ModifiedElsewhere', field: 'title', params: { current: 'Autre' } }]);
});

it('tells that there is nothing since, and knows that there was nothing', () => {
  expect(entriesOf(() => requireUnchanged({}, { formerly: { expiresOn: '2030-01-01' } }))).toEqual([
    { code: 'ModifiedElsewhere', field: 'expiresOn' },
  ]);
  requireUnchanged({}, { formerly: { expiresOn: null }, asked: { expiresOn: '2030-01-01' } });
});

it('is content where both ask for the same', () => {
  requireUnchanged({ title: 'Bail signé' }, { formerly: { title: 'Bail' }, asked: { title: 'Bail signé' } });
});
