import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Json } from '@perenne/collecting/run';
import { openVisit } from '@perenne/collecting/stand-in';
import { openReplay, type Tape } from '@perenne/collecting/tape';
import { expect, it } from 'vitest';
import { openPartner } from '../../src/testing/collecting/collector-steps.ts';
import { collect } from './collect.ts';

const credentials = { login: 'camille@example.org', password: 'x' };
const tapeOf = async (name: string) =>
  JSON.parse(await readFile(new URL(`./${name}.tape.json`, import.meta.url), 'utf8')) as Tape;

it('gives the invoices of an account with their number and date', async () => {
  const run = openReplay(await tapeOf('one-invoice'), { credentials });
  const found = [];
  for await (const { open, ...document } of collect(run)) {
    expect((await buffer(open())).subarray(0, 5).toString()).toBe('%PDF-');
    found.push(document);
  }
  expect(found).toEqual([
    {
      ...{ identity: '202611-48213', title: 'Facture 2026-11', fileName: 'Facture 202611-48213.pdf' },
      ...{ type: 'FACTA', date: '2026-11-18' },
    },
  ]);
});

it('reads every page of a partner that does not say how many invoices there are', async () => {
  const run = openReplay(await tapeOf('one-invoice'), { credentials, memory: { newest: '202611-48213', total: null } });
  const found = await Array.fromAsync(collect(run), ({ identity }) => identity);
  expect(found).toEqual(['202611-48213']);
});

it('reads all pages of an account once, and only the first of them where nothing is new', async () => {
  const partner = await openPartner();
  const account = partner.accounts.find(({ behaviour }) => behaviour === 'invoices');
  const { login = '', password = '' } = account ?? {};
  /** The pages that a visit reads, and the invoices that it offers. */
  const visit = async (memory: Json) => {
    const run = openVisit(
      { 'www.lumen-energie.example': partner.standIn.isAt },
      { credentials: { login, password }, memory },
    );
    const pages: string[] = [];
    const get = (url: URL | string) => {
      const { pathname, search } = new URL(url);
      pages.push(`${pathname}${search}`);
      return run.http.get(url);
    };
    const found = await Array.fromAsync(collect({ ...run, http: { ...run.http, get } }));
    return { pages: pages.filter((page) => page.startsWith('/factures')), count: found.length, left: run.remembered() };
  };
  const first = await visit(null);
  expect(first).toMatchObject({ count: 24, pages: ['/factures', '/factures?page=2', '/factures?page=3'] });
  expect(await visit(first.left)).toEqual({ count: 0, pages: ['/factures'], left: first.left });
  await partner.close();
});

it('ends where a page leads back to one that was read', async () => {
  const partner = await openPartner();
  const account = partner.accounts.find(({ behaviour }) => behaviour === 'invoices');
  const { login = '', password = '' } = account ?? {};
  const run = openVisit({ 'www.lumen-energie.example': partner.standIn.isAt }, { credentials: { login, password } });
  const pages: string[] = [];
  /** The second page names the first one as the next. */
  const get = async (url: URL | string) => {
    const answer = await run.http.get(url);
    if (answer.url.pathname !== '/factures') return answer;
    pages.push(answer.url.search);
    return { ...answer, text: async () => (await answer.text()).replace('?page=3', '') };
  };
  const found = await Array.fromAsync(collect({ ...run, http: { ...run.http, get } }));
  expect([pages, found.length]).toEqual([['', '?page=2'], 20]);
  await partner.close();
});
