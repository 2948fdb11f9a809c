import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/identifiers.ts';
import { Depositor, readingAntivirus } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: TestOwner;
let employerId: string;
let electricity: string;
let water: string;
let request: string;

beforeAll(async () => {
  t = await createTestApp({ antivirus: readingAntivirus });
  const employer = await Depositor.make(t);
  employerId = employer.employer.employerId;
  owner = await employer.addOwner();
  await employer.deposit();
  [electricity, water, request] = [newId(t.clock), newId(t.clock), newId(t.clock)];
  await add('Relevé', { added_by: 'employee', origin_id: null });
  await add('Reçu', { added_by: 'employee', origin_id: request });
  for (const month of ['mars', 'janvier', 'février'])
    await add(`Facture de ${month}`, { added_by: 'collector', origin_id: electricity });
  await add('Facture d’eau', { added_by: 'collector', origin_id: water });
});
afterAll(() => t.close());

/** As if it had come from there. */
async function add(
  title: string,
  set: { added_by: 'employee' | 'collector'; origin_id: string | null },
): Promise<void> {
  t.clock.advance(1_000);
  const { id } = (await upload(t, owner, { fields: { title }, content: makePdf(title) })).json();
  await t.platform.db
    .updateTable('documents')
    .set(set)
    .where('safe_id', '=', owner.safeId)
    .where('document_id', '=', id)
    .execute();
}

const get = (who: TestOwner, query: string) =>
  t.app.inject({ url: `/backend/api/v1/documents?${query}`, headers: who.headers });
async function titles(query: string, who = owner): Promise<string[]> {
  const { items, total } = (await get(who, query)).json<{ items: { title: string }[]; total: number }>();
  expect(total).toBe(items.length);
  return items.map(({ title }) => title);
}

describe('the documents of one origin', () => {
  const bills = ['Facture de février', 'Facture de janvier', 'Facture de mars'];

  it.each(['', '&addedBy=collector'])(
    'are those that one collector brought, in their order, also by%s',
    async (kind) => {
      expect(await titles(`origin=${electricity}${kind}`)).toEqual(bills);
      expect(await titles(`origin=${electricity}${kind}&sort=addedAt`)).toEqual(bills.toReversed());
      expect(await titles(`origin=${electricity}${kind}&sort=-title`)).toEqual(bills.toSorted().toReversed());
      expect(await titles(`origin=${water}${kind}`)).toEqual(['Facture d’eau']);
    },
  );

  it('are those that one employer deposited', async () => {
    expect(await titles(`origin=${employerId}`)).toEqual(['Bulletin d’octobre']);
    expect(await titles(`origin=${employerId}&addedBy=collector`)).toEqual([]);
  });

  it('are narrowed down by the other filters, and come page after page', async () => {
    expect(await titles(`origin=${electricity}&q=mars`)).toEqual(['Facture de mars']);
    expect(await titles(`origin=${electricity}&type=PAYE`)).toEqual([]);
    const first = (await get(owner, `origin=${electricity}&limit=2`)).json();
    expect(first).toMatchObject({ total: 3, items: [{ title: bills[0] }, { title: bills[1] }] });
    const last = (await get(owner, `origin=${electricity}&limit=2&cursor=${first.nextCursor}`)).json();
    expect(last).toMatchObject({ total: 3, nextCursor: null, items: [{ title: bills[2] }] });
  });

  it('are none where it is a request, an unknown one, or of another safe', async () => {
    expect(await titles(`origin=${request}`)).toEqual([]);
    expect(await titles(`origin=${newId(t.clock)}`)).toEqual([]);
    expect(await titles(`origin=${electricity}`, await makeOwner(t))).toEqual([]);
  });

  it('are asked for by an identifier', async () => {
    const answer = await get(owner, 'origin=electricity');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ code: 'InvalidRequest', field: 'origin', params: { rule: 'uuid' } }]);
  });
});
