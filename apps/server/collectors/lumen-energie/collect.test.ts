import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { openReplay, type Tape } from '@perenne/collecting/tape';
import { expect, it } from 'vitest';
import { collect } from './collect.ts';

const credentials = { login: 'camille@example.org', password: 'x' };
const tapeOf = async (name: string) =>
  JSON.parse(await readFile(new URL(`./${name}.tape.json`, import.meta.url), 'utf8')) as Tape;

it('gives the invoices of an account with their number, date and amount', async () => {
  const run = openReplay(await tapeOf('one-invoice'), { credentials });
  const found = [];
  for await (const { open, ...document } of collect(run)) {
    expect((await buffer(open())).subarray(0, 5).toString()).toBe('%PDF-');
    found.push(document);
  }
  expect(found).toEqual([
    {
      ...{ identity: '202611-48213', title: 'Facture 2026-11', fileName: 'Facture 202611-48213.pdf' },
      ...{ type: 'FACTA', date: '2026-11-18', amount: { value: 91.69, currency: 'EUR' } },
    },
  ]);
});

it('reads every page of a partner that does not say how many invoices there are', async () => {
  const run = openReplay(await tapeOf('one-invoice'), { credentials, memory: { newest: '202611-48213', total: null } });
  const found = await Array.fromAsync(collect(run), ({ identity }) => identity);
  expect(found).toEqual(['202611-48213']);
});
