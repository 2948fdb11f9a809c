import { expect, it } from 'vitest';
import { DomainError } from '../../../platform/domain-error.ts';
import { assertPasswordPolicy } from './password-policy.ts';

const owner = { firstName: 'Zoé-Maëlle', lastName: 'Le Goff', email: 'zmlg.perso+coffre@exemple.fr' };

function ruleOf(password: string): unknown {
  try {
    assertPasswordPolicy(password, owner);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [entry] = error.entries;
    return entry?.code === 'PasswordPolicyError' && entry.field === 'password' ? entry.params : error;
  }
}

it.each([
  ['Correct-Cheval-9!', undefined],
  ['Éa7 éèàçùœ ñ!?', undefined],
  ['Court-1!', { rule: 'length', min: 12 }],
  ['sans-majuscule-1', { rule: 'uppercase' }],
  ['SANS-MINUSCULE-1', { rule: 'lowercase' }],
  ['Sans-Chiffre-!', { rule: 'digit' }],
  ['UnSeulSpecial-1', { rule: 'specials', min: 2 }],
  ['Ma-ZOE-MAELLE-1!', { rule: 'name' }],
  ['Ma-zoé-1!-Longue', { rule: 'name' }],
  ['LeChien-De-GOFF-1', { rule: 'name' }],
  ['Zmlg.Perso-2026!', { rule: 'email' }],
])('judges %s', (password, params) => {
  expect(ruleOf(password)).toEqual(params);
});

it('takes a name of two letters for no name', () => {
  const short = { firstName: 'Li', lastName: 'Wu', email: 'li@exemple.fr' };
  expect(() => assertPasswordPolicy('Li-Wu-Librement-1!', short)).not.toThrow();
});

it.each(['password', 'PassWord', 'azerty', 'P@ssw0rd'])('tells that %s is among the most common', (password) => {
  expect(ruleOf(password)).toEqual({ rule: 'common' });
});
