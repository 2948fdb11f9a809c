import type { DocumentRequest } from '@perenne/contract/document-requests';
import type { ShareWithLink } from '@perenne/contract/shares';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOwner } from '../../testing/people/makers.ts';
import { Sharer, toldOf } from '../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { destroyDueSafes } from '../closing/destroy-due-safes.ts';

let test: TestApp;
let owner: Sharer;
let document: string;
beforeEach(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  document = await owner.document('Bail');
});
afterEach(() => test.close());

type Creation = { by?: Sharer; path?: 'sharings' | 'document-requests'; key?: string; body: object };

const create = ({ by = owner, path = 'sharings', key = 'press-1', body }: Creation) =>
  test.app.inject({
    ...{ method: 'POST', url: `/backend/api/v1/${path}` },
    headers: { ...by.owner.headers, 'idempotency-key': key },
    payload: body,
  });
const byMail = (wanted: object = {}) => ({
  ...{ title: 'Dossier', documents: [document], mode: 'EMAIL', recipients: [{ email: 'agence@example.org' }] },
  ...wanted,
});
const byLink = (wanted: object = {}) => ({ title: 'Dossier', documents: [document], mode: 'LINK', ...wanted });
const linkOf = (answer: { json(): unknown }) => (answer.json() as ShareWithLink).link;
const reused = { status: 409, code: 'IdempotencyKeyReused' };
/** The jobs of this name that were ever enqueued. */
const queuedCount = async (name: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = ${name}`.execute(test.platform.db);
  return rows[0]?.count ?? 0;
};
const mailsTo = (to: string) => test.mails.filter((mail) => mail.to === to).length;

describe('a share that is created again under its key', () => {
  it('is the same, and nobody is written to again', async () => {
    await test.startWorker();
    const first = await create({ body: byMail() });
    const { id } = first.json<ShareWithLink>();
    await expect.poll(async () => (await owner.read(id)).recipients[0]?.delivery).toBe('SENT');
    const again = await create({ body: byMail() });
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    const [{ link: firstLink, ...made }, { link: sameLink, ...same }] = [
      first.json<ShareWithLink>(),
      again.json<ShareWithLink>(),
    ];
    expect(same).toEqual({ ...made, recipients: [{ ...made.recipients[0], delivery: 'SENT' }] });
    expect(sameLink).toBe(firstLink);
    expect([await queuedCount('sharing.send'), mailsTo('agence@example.org')]).toEqual([1, 1]);
    expect(await owner.list()).toHaveLength(1);
    expect((await owner.actions(10)).filter((action) => action === 'share.created')).toHaveLength(1);
  });

  it('is told with the same link, and by a link to several with none', async () => {
    const [first, again] = [await create({ body: byLink() }), await create({ body: byLink() })];
    expect(linkOf(again)).toBe(linkOf(first));
    const several = byMail({ recipients: [{ email: 'a@example.org' }, { email: 'b@example.org' }] });
    await create({ key: 'several', body: several });
    expect((await create({ key: 'several', body: several })).json()).not.toHaveProperty('link');
  });

  it('is one share at the same instant too, and both are answered with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = `round-${round}`;
      const answers = await Promise.all([0, 1, 2].map(() => create({ key, body: byMail({ title: key }) })));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
      expect(new Set(answers.map((answer) => answer.json<ShareWithLink>().id)).size).toBe(1);
    }
    expect(await owner.list()).toHaveLength(5);
  });

  it('refuses another request under its key, whatever differs', async () => {
    await create({ body: byLink({ securityCode: 'tilleul-2026' }) });
    const others = [byLink({ securityCode: 'tilleul-2027' }), byLink(), byLink({ durationDays: 1 }), byMail()];
    for (const body of others) expect(toldOf(await create({ body }))).toEqual(reused);
    expect(await owner.list()).toHaveLength(1);
  });

  it('is each owner’s own: the same key of somebody else makes another', async () => {
    const other = new Sharer(test, await makeOwner(test));
    const first = await create({ body: byLink() });
    const second = await create({ by: other, body: { ...byLink(), documents: [await other.document('Bail')] } });
    expect(second.statusCode).toBe(201);
    expect(second.json<ShareWithLink>().id).not.toBe(first.json<ShareWithLink>().id);
  });

  it('is another one under another key, and without any', async () => {
    for (const key of ['press-1', 'press-2']) await create({ key, body: byLink() });
    await owner.share([document], { mode: 'LINK' });
    await owner.share([document], { mode: 'LINK' });
    expect(await owner.list()).toHaveLength(4);
  });

  it('keeps no key that was refused, and takes none that is empty or too long', async () => {
    const refused = await create({ body: byLink({ documents: ['rien'] }) });
    expect(toldOf(refused)).toEqual({ status: 404, code: 'DocumentNotFound' });
    expect((await create({ body: byLink() })).statusCode).toBe(201);
    for (const key of ['', 'x'.repeat(201)])
      expect((await create({ key, body: byLink() })).json()).toMatchObject({
        errors: [{ code: 'InvalidRequest', field: 'idempotency-key' }],
      });
  });

  it('is told as it is now: ended, or gone', async () => {
    const { id } = (await create({ body: byLink() })).json<ShareWithLink>();
    await owner.call('POST', `sharings/${id}/stop`);
    expect((await create({ body: byLink() })).json()).toMatchObject({ id, status: 'expired' });
    await owner.call('DELETE', `sharings/${id}`);
    expect(toldOf(await create({ body: byLink() }))).toEqual({ status: 404, code: 'SharingNotFound' });
  });

  it('leaves nothing of its key in clear, and nothing at all once the safe is closed', async () => {
    await create({ body: byLink() });
    await create({ path: 'document-requests', body: { title: 'Justificatifs' } });
    const keys = () =>
      Promise.all(
        (['shares', 'document_requests'] as const).map((table) =>
          test.platform.db.selectFrom(table).select(['key_tag', 'request_tag']).execute(),
        ),
      );
    const tags = (await keys()).flat().flatMap((row) => [row.key_tag, row.request_tag]);
    expect(tags.map((tag) => tag?.length)).toEqual([32, 32, 32, 32]);
    await test.app.inject({
      ...{ method: 'DELETE', url: '/backend/api/v1/user', headers: owner.owner.headers },
      payload: { password: owner.owner.password, acknowledged: true },
    });
    test.clock.advance(31 * 86_400_000);
    await destroyDueSafes(test.platform);
    expect(await keys()).toEqual([[], []]);
  });
});

describe('a request for documents that is created again under its key', () => {
  const body = { title: 'Justificatifs', email: 'proprietaire@example.org' };
  const ask = (wanted: object = {}, key = 'press-1') =>
    create({ path: 'document-requests', key, body: { ...body, ...wanted } });
  const list = async () =>
    (await owner.call('GET', 'document-requests')).json<{ items: DocumentRequest[] }>().items.length;

  it('is the same, with the same link, also at the same instant', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    answers.push(await ask());
    expect(new Set(answers.map(linkOf)).size).toBe(1);
    expect([await queuedCount('sharing.send-request'), await list()]).toEqual([1, 1]);
  });

  it('refuses another one under its key, and answers no more for what was deleted', async () => {
    const { id } = (await ask()).json<DocumentRequest>();
    expect(toldOf(await ask({ maxFiles: 3 }))).toEqual(reused);
    await owner.call('DELETE', `document-requests/${id}`);
    expect(toldOf(await ask())).toEqual({ status: 404, code: 'DocumentRequestNotFound' });
    expect((await ask({}, 'press-2')).statusCode).toBe(201);
  });
});
