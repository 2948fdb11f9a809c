import { expect, it } from 'vitest';
import { DomainError } from '../../../platform/domain-error.ts';
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
  const known = { formerly: { title: 'Bail' }, asked: { title: 'Bail signé' } };
  expect(entriesOf(() => requireUnchanged({ title: 'Bail' }, known))).toEqual([]);
  expect(entriesOf(() => requireUnchanged({ title: 'Bail' }, { asked: { title: 'Bail signé' } }))).toEqual([]);
});

it('tells what there is since', () => {
  const attempt = () => requireUnchanged({ title: 'Autre' }, { formerly: { title: 'Bail' }, asked: { title: 'X' } });
  expect(entriesOf(attempt)).toEqual([{ code: 'ModifiedElsewhere', field: 'title', params: { current: 'Autre' } }]);
});

it('tells that there is nothing since, and knows that there was nothing', () => {
  expect(entriesOf(() => requireUnchanged({}, { formerly: { expiresOn: '2030-01-01' } }))).toEqual([
    { code: 'ModifiedElsewhere', field: 'expiresOn' },
  ]);
  const known = { formerly: { expiresOn: null }, asked: { expiresOn: '2030-01-01' } };
  expect(entriesOf(() => requireUnchanged({}, known))).toEqual([]);
});

it('is content where both ask for the same', () => {
  const same = { formerly: { title: 'Bail' }, asked: { title: 'Bail signé' } };
  expect(entriesOf(() => requireUnchanged({ title: 'Bail signé' }, same))).toEqual([]);
});
