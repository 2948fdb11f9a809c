import { expect, it } from 'vitest';
import { StatementNames } from './statement-names.ts';

const nameAfter = (names: StatementNames, text: string, times: number): string | undefined =>
  Array.from({ length: times }, () => names.nameOf(text)).at(-1);

it('names what comes again and again, and always by the same name', () => {
  const names = new StatementNames();
  expect(nameAfter(names, 'select 1', 4)).toBeUndefined();
  const name = names.nameOf('select 1');
  expect(name).toMatch(/^\w{1,63}$/);
  expect(nameAfter(names, 'select 1', 20)).toBe(name);
});

it('never gives two texts one name', () => {
  const names = new StatementNames(1000);
  const given = Array.from({ length: 700 }, (_, index) => nameAfter(names, `select ${index}`, 5));
  expect(given.every(Boolean)).toBe(true);
  expect(new Set(given).size).toBe(700);
  expect(Array.from({ length: 700 }, (_, index) => names.nameOf(`select ${index}`))).toEqual(given);
});

it('gives so many names and no more, and keeps those that it gave', () => {
  const names = new StatementNames(2);
  const first = nameAfter(names, 'select 1', 5);
  expect(nameAfter(names, 'select 2', 5)).toBeDefined();
  expect(nameAfter(names, 'select 3', 50)).toBeUndefined();
  expect(names.nameOf('select 1')).toBe(first);
});

it('forgets texts that were counted long ago, whatever comes', () => {
  const names = new StatementNames();
  nameAfter(names, 'select 1', 4);
  for (let index = 2; index < 2_000; index++) names.nameOf(`select ${index}`);
  expect(names.nameOf('select 1')).toBeUndefined();
  expect(nameAfter(names, 'select 1', 4)).toBeDefined();
});

it.each([
  'select * from "safes"',
  'select "a", "s".* from "safes" as "s"',
  'insert into safes values ($1) returning *',
  'select \'(\', * from "safes" where "kind" = \')\'',
  'with "kept" as (select "a" from "safes") select * from "kept"',
])('leaves without a name what a migration would break: %s', (text) => {
  expect(nameAfter(new StatementNames(), text, 20)).toBeUndefined();
});

it('names counts and products', () => {
  expect(nameAfter(new StatementNames(), 'select count(*), $1 * interval \'1 day\' from "safes"', 5)).toBeDefined();
});

it('names a statement whose star is inside of it, and not in its answer', () => {
  const text = 'with ins as (insert into a (b) select b from (select *, b from c) as d returning b) select b from ins';
  expect(nameAfter(new StatementNames(), text, 5)).toBeDefined();
});
