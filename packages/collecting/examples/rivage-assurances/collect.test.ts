import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { manifest } from '@perenne/collecting/manifest';
import type { Run } from '@perenne/collecting/run';
import { openVisit } from '@perenne/collecting/stand-in';
import { openReplay, type Tape } from '@perenne/collecting/tape';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collect } from './collect.ts';

const documents = [3, 2, 1].map((n) => ({ id: `A-${n}`, title: `Avis ${n}`, date: `2026-0${n}-01` }));
const fresh = { signIns: 0, answers: 0, answersPerToken: Infinity, refusal: '', status: 0, last: 'A-1' };
let partner = { ...fresh };
beforeEach(() => void (partner = { ...fresh }));

type Answer = { status: number; body: unknown };

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://api.rivage-assurances.example');
  if (partner.status !== 0) return { status: partner.status, body: {} };
  if (pathname === '/api/session') return signIn(await text(request));
  partner.answers += 1;
  const isGood = request.headers.authorization === `Bearer token-${partner.signIns}`;
  if (!isGood || partner.answers % (partner.answersPerToken + 1) === 0) return { status: 401, body: {} };
  if (pathname !== '/api/documents') return { status: 200, body: `%PDF-1.7 ${pathname}` };
  const at = Number(searchParams.get('cursor'));
  const isLast = documents[at]?.id === partner.last;
  return { status: 200, body: { documents: [documents[at]], nextCursor: isLast ? null : String((at + 1) % 3) } };
}

function signIn(body: string): Answer {
  expect(JSON.parse(body)).toEqual({ login: 'camille@example.org', password: 'x' });
  if (partner.refusal !== '') return { status: 403, body: { code: partner.refusal } };
  partner.signIns += 1;
  return { status: 200, body: { token: `token-${partner.signIns}` } };
}

const server = createServer((request, response) => {
  void answerTo(request).then(({ status, body }) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  );
});
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const given = { credentials: { login: 'camille@example.org', password: 'x' } };
const visit = (known: readonly string[] = []) =>
  openVisit({ 'api.rivage-assurances.example': port }, { ...given, known });

async function read(run: Run) {
  const found = [];
  for await (const { open, ...document } of collect(run))
    found.push({ ...document, bytes: Buffer.concat(await Array.fromAsync(open())).toString() });
  return found;
}
const identities = async (run: Run) => (await read(run)).map(({ identity }) => identity);

it('has a manifest', async () => {
  const json: unknown = JSON.parse(await readFile(new URL('manifest.json', import.meta.url), 'utf8'));
  expect(manifest.parse(json)).toMatchObject({ id: 'rivage-assurances', demonstration: true });
});

describe('the documents', () => {
  it('come from all pages, and with their bytes', async () => {
    const found = await read(visit());
    expect(found.map(({ identity }) => identity)).toEqual(['A-3', 'A-2', 'A-1']);
    expect(found[0]).toEqual({
      ...{ identity: 'A-3', title: 'Avis 3', date: '2026-03-01', fileName: 'Avis 3.pdf' },
      bytes: '%PDF-1.7 /api/documents/A-3',
    });
    expect(partner.signIns).toBe(1);
  });

  it('come up to the first one that the safe has', async () => {
    expect(await identities(visit(['A-2']))).toEqual(['A-3']);
    expect(partner.answers).toBe(3);
  });

  it('come to an end where the cursors go round', async () => {
    partner.last = 'none';
    expect(await identities(visit())).toEqual(['A-3', 'A-2', 'A-1', 'A-3']);
  });

  it('come from a tape too', async () => {
    const json = await readFile(new URL('two-documents.tape.json', import.meta.url), 'utf8');
    expect(await identities(openReplay(JSON.parse(json) as Tape, given))).toEqual(['A-2', 'A-1']);
  });
});

describe('a token', () => {
  it('that expires in the middle is replaced', async () => {
    partner.answersPerToken = 2;
    expect(await identities(visit())).toEqual(['A-3', 'A-2', 'A-1']);
    expect(partner.signIns).toBeGreaterThan(1);
  });

  it('that is never good is replaced once', async () => {
    partner.answersPerToken = 0;
    await expect(read(visit())).rejects.toMatchObject({ code: 'PARTNER_CHANGED' });
    expect(partner.signIns).toBe(2);
  });
});

describe('a visit that does not go well', () => {
  it.each([
    ['CREDENTIALS_INVALID', 'CREDENTIALS_INVALID'],
    ['PASSWORD_EXPIRED', 'PASSWORD_EXPIRED'],
    ['ACCOUNT_BLOCKED', 'ACCOUNT_BLOCKED'],
    ['TERMS_CHANGED', 'PARTNER_CHANGED'],
  ])('after the refusal %s ends with %s', async (refusal, code) => {
    partner.refusal = refusal;
    await expect(read(visit())).rejects.toMatchObject({ code });
  });

  it.each([
    [503, 'PARTNER_UNAVAILABLE'],
    [404, 'PARTNER_CHANGED'],
  ])('after the status %i ends with %s', async (status, code) => {
    partner.status = status;
    await expect(read(visit())).rejects.toMatchObject({ code });
  });

  it('ends where nothing answers, and goes nowhere else', async () => {
    const dead = openVisit({ 'api.rivage-assurances.example': 1 }, given);
    await expect(read(dead)).rejects.toMatchObject({ code: 'PARTNER_UNAVAILABLE' });
    await expect(read(openVisit({}, given))).rejects.toThrow('nothing answers for api.rivage-assurances.example');
  });
});
