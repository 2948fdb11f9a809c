import { asciiDomain } from '@perenne/contract/fields';
import { describe, expect, it } from 'vitest';
import { domainAndParents, isElectronic, normaliseName } from './employers.rules.ts';

describe('a last name', () => {
  it.each([
    ['Lefèvre', 'LEFEVRE'],
    ['Le Goff', 'le-goff'],
    ['D’Alembert', "d'alembert"],
    ['Dupont-Moretti', 'Dupont  Moretti'],
    ['Cœurdacier', 'COEURDACIER'],
    ['Éloïse', 'E\u0301loi\u0308se'],
  ])('is the same written %j and %j', (one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other));
  });

  it('is not another one', () => {
    expect(normaliseName('Martin')).not.toBe(normaliseName('Martine'));
  });
});

describe('a domain', () => {
  it.each([
    ['Acme.FR', 'acme.fr'],
    ['acme.fr.', 'acme.fr'],
    ['société.fr', 'xn--socit-esab.fr'],
    ['localhost', null],
    ['a@acme.fr', null],
    ['', null],
    ['acme .fr', null],
    ['192.168.1.1', null],
    ['-acme.fr', null],
    ['acme.fr/x', null],
    ['acme.fr:80', null],
    ['acme%2efr', null],
    ['acme\u0000.fr', null],
  ])('%j is kept as %j', (given, kept) => {
    expect(asciiDomain(given)).toBe(kept);
  });

  it('covers what is under it and never a whole country', () => {
    expect(domainAndParents('rh.paris.acme.fr')).toEqual(['rh.paris.acme.fr', 'paris.acme.fr', 'acme.fr']);
    expect(domainAndParents('acme.fr')).toEqual(['acme.fr']);
  });
});

describe('electronic delivery', () => {
  const since = new Date('2026-01-01');
  it.each([
    ['pending', null, true, true],
    ['activated', since, true, true],
    ['activated', null, false, true],
    ['refused', null, false, false],
    ['refused', since, false, false],
  ] as const)('%s, accepted since %s: payslips %s, others %s', (state, acceptedSince, payslips, others) => {
    expect(isElectronic({ state, acceptedSince }, 'PAYE')).toBe(payslips);
    expect(isElectronic({ state, acceptedSince }, 'PRN_WORKCERT')).toBe(others);
  });
});
