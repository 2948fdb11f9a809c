import { expect, it } from 'vitest';
import { readRecipients } from './read-recipients.ts';

it('reads addresses as people paste them', () => {
  const pasted =
    'marie@exemple.fr, paul@exemple.fr;\r\n\nZoé Petit <zoe@exemple.fr>\nmailto:lea@exemple.fr\tluc@exemple.fr\na@exemple.fr b@exemple.fr';
  expect(readRecipients(pasted)).toEqual({
    emails: ['marie', 'paul', 'zoe', 'lea', 'luc', 'a', 'b'].map((name) => `${name}@exemple.fr`),
    faults: [],
    twice: 0,
  });
});

it('counts an address once, however it is written', () => {
  expect(readRecipients('Marie@Exemple.fr\nmarie@exemple.fr, marie@exemple.fr')).toMatchObject({
    emails: ['Marie@Exemple.fr'],
    twice: 2,
  });
});

it('tells which line is wrong, and why', () => {
  const pasted = [
    'ok@exemple.fr',
    'marie.exemple.fr',
    'paul@exemple, @exemple.fr',
    'a@b@c.fr',
    'jean dupont@exemple.fr',
    'é(x)@exemple.fr',
    `${'x'.repeat(300)}@exemple.fr`,
  ];
  const { emails, faults } = readRecipients(pasted.join('\n'));
  expect(emails).toEqual(['ok@exemple.fr']);
  expect(faults.map(({ line, why }) => [line, why])).toEqual([
    [2, 'noAt'],
    [3, 'noDomain'],
    [3, 'noName'],
    [4, 'severalAt'],
    [5, 'space'],
    [6, 'format'],
    [7, 'tooLong'],
  ]);
  expect(faults[0]?.text).toBe('marie.exemple.fr');
  expect(faults.at(-1)?.text.length).toBeLessThan(100);
});

it('finds nothing in nothing, and passes no line break on', () => {
  expect(readRecipients(' \n , ;\n')).toEqual({ emails: [], faults: [], twice: 0 });
  expect(readRecipients('a@exemple.fr\r\nBcc: b@exemple.fr').faults).toEqual([
    { line: 2, text: 'Bcc: b@exemple.fr', why: 'space' },
  ]);
});
