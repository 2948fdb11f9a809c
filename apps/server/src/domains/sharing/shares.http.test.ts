import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForLink } from '../../testing/people/links.ts';
import { makeOwner, type TestOwner } from '../../testing/people/makers.ts';
import { ShareVisitor } from '../../testing/people/share-visitor.ts';
import { Sharer, toldOf } from '../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { destroyDueSafes } from '../closing/destroy-due-safes.ts';
import { expireShares } from './end-share.ts';

const day = 86_400_000;
const missing = '018f0000-0000-7000-8000-000000000000';
const unknown = { status: 404, code: 'SharingNotFound' };
const gone = { status: 410, code: 'EntityNotFound' };

let test: TestApp;
let owner: Sharer;
let document: string;
beforeEach(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  document = await owner.document('Bail');
});
afterEach(() => test.close());

const people = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `agence${at}@example.org` }));
const isStored = async (objectId = ''): Promise<boolean> => {
  const [found] = await Promise.allSettled([test.platform.objects.get(objectId)]);
  if (found.status === 'fulfilled') found.value.destroy();
  return found.status === 'fulfilled';
};
const signInAgain = async (person: TestOwner): Promise<TestOwner> => {
  const { email, password } = person;
  const answer = await test.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password } });
  return { ...person, headers: { authorization: `Bearer ${String(answer.headers['set-authorization'])}` } };
};
/** By a link without a code. */
const enter = async (link: string | undefined) => {
  const visitor = await ShareVisitor.of(test, link);
  return { visitor, told: await visitor.giveCode('') };
};

describe('a share', () => {
  it('is answered as its GET gives it, and listed', async () => {
    const { link, ...made } = await owner.share([document, document.toUpperCase()], {
      durationDays: 30,
      message: 'Bonjour,\nvoici le dossier.',
      recipients: [{ email: 'Agence@Example.org', phone: '0639980120' }, { email: 'agence@example.org' }],
    });
    expect(link).toMatch(/^https:\/\/safe\.example\/p#[\w-]{22}$/);
    expect(made).toMatchObject({
      ...{ title: 'Dossier de location', mode: 'EMAIL', sender: 'Camille Renaudin', documentCount: 1 },
      ...{ message: 'Bonjour,\nvoici le dossier.', status: 'active', opened: { count: 0, total: 1 } },
      recipients: [{ email: 'Agence@Example.org', phone: '+33639980120', delivery: 'QUEUED' }],
    });
    expect(Date.parse(made.expirationDate) - Date.parse(made.sentAt)).toBe(30 * day);
    expect(await owner.read(made.id)).toEqual(made);
    expect(await owner.list('status=active')).toEqual([made]);
    expect(await owner.list('status=expired')).toEqual([]);
  });

  it('lasts for 15 days unless told', async () => {
    const { sentAt, expirationDate } = await owner.share([document]);
    expect(Date.parse(expirationDate) - Date.parse(sentAt)).toBe(15 * day);
  });

  const refusals: Array<[string, object, object[]]> = [
    [
      'more than 10 recipients',
      { recipients: people(11) },
      [{ field: 'recipients', params: { rule: 'maxItems', max: 10 } }],
    ],
    ['no recipient', { recipients: [] }, [{ field: 'recipients', params: { rule: 'minItems', min: 1 } }]],
    [
      'addresses that are none, all of them told',
      { recipients: [{ email: 'personne' }, ...people(1), { email: 'a b@example.org' }] },
      ['0', '2'].map((at) => ({ field: `recipients.${at}.email`, params: { rule: 'email' } })),
    ],
    [
      'a header in an address',
      { recipients: [{ email: 'agence@example.org\r\nBcc: tous@example.org' }] },
      [{ field: 'recipients.0.email', params: { rule: 'email' } }],
    ],
    [
      'a header in a title',
      { title: 'Bail\r\nBcc: tous@example.org' },
      [{ field: 'title', params: { rule: 'characters' } }],
    ],
    [
      'a title that is too long',
      { title: 'x'.repeat(101) },
      [{ field: 'title', params: { rule: 'maxLength', max: 100 } }],
    ],
    [
      'a message that is too long',
      { message: 'x'.repeat(1001) },
      [{ field: 'message', params: { rule: 'maxLength', max: 1000 } }],
    ],
    ['another duration', { durationDays: 14 }, [{ field: 'durationDays', params: { rule: 'value' } }]],
    ['no document', { documents: [] }, [{ field: 'documents', params: { rule: 'minItems', min: 1 } }]],
    [
      'more than 200 documents',
      { documents: Array.from({ length: 201 }, () => missing) },
      [{ field: 'documents', params: { rule: 'maxItems', max: 200 } }],
    ],
    [
      'a security code for recipients',
      { securityCode: 'longtemps' },
      [{ field: 'securityCode', params: { rule: 'unknown' } }],
    ],
  ];
  it.each(refusals)('refuses %s', async (_name, wanted, entries) => {
    const body = { title: 'Dossier', documents: [document], mode: 'EMAIL', recipients: people(1), ...wanted };
    const answer = await owner.call('POST', 'sharings', body);
    expect(answer.json()).toEqual({
      status: 400,
      errors: entries.map((entry) => ({ code: 'InvalidRequest', ...entry })),
    });
    expect(await owner.list()).toEqual([]);
  });

  it('takes what is empty or null as left out', async () => {
    const nothing = { message: '', purpose: null, recipients: [{ email: 'agence@example.org', phone: '' }] };
    expect(await owner.share([document], nothing)).toMatchObject({ message: null, purpose: 'Dossier de location' });
    expect(await owner.share([document], { message: null })).toMatchObject({ message: null });
    for (const securityCode of ['', null])
      expect(await owner.share([document], { mode: 'LINK', securityCode })).toMatchObject({ securityCode: false });
  });

  it('refuses a number that receives no SMS, and a security code of fewer than 8 characters', async () => {
    const body = { title: 'Dossier', documents: [document] };
    const landline = {
      ...body,
      mode: 'EMAIL',
      recipients: [...people(1), { email: 'b@example.org', phone: '0145670011' }],
    };
    expect((await owner.call('POST', 'sharings', landline)).json()).toEqual({
      status: 422,
      errors: [{ code: 'PhoneNumberFormatError', field: 'recipients.1.phone' }],
    });
    for (const securityCode of ['1234567', '1 2 3 4 5 6 7']) {
      const short = await owner.call('POST', 'sharings', { ...body, mode: 'LINK', securityCode });
      expect(short.json()).toMatchObject({
        errors: [{ field: 'securityCode', params: { rule: 'minLength', min: 8 } }],
      });
    }
  });

  it('takes no document of another safe, in the trash, or of nobody', async () => {
    const other = new Sharer(test, await makeOwner(test));
    const trashed = await owner.document('Ancien');
    await owner.tell('POST', 'documents/delete', { documents: [trashed] });
    for (const id of [await other.document('Bail'), trashed, missing, 'rien']) {
      const body = { title: 'Dossier', documents: [document, id], mode: 'LINK' };
      expect(await owner.tell('POST', 'sharings', body)).toEqual({ status: 404, code: 'DocumentNotFound' });
    }
    expect(await owner.list()).toEqual([]);
  });

  it('is nobody else’s: SharingNotFound for every call', async () => {
    const share = await owner.share([document], { recipients: people(2) });
    const other = new Sharer(test, await makeOwner(test));
    for (const id of [share.id, missing, 'rien']) {
      expect(await other.tell('GET', `sharings/${id}`)).toEqual(unknown);
      expect(await other.tell('GET', `sharings/${id}/events`)).toEqual(unknown);
      expect(await other.tell('DELETE', `sharings/${id}`)).toEqual(unknown);
      expect(await other.tell('POST', `sharings/${id}/stop`)).toEqual(unknown);
      expect(await other.tell('POST', `sharings/${id}/extend`, { durationDays: 90 })).toEqual(unknown);
      expect(await other.tell('POST', `sharings/${id}/link`, {})).toEqual(unknown);
      expect(await other.tell('POST', `sharings/${id}/send-again`, {})).toEqual(unknown);
    }
    expect(await other.list()).toEqual([]);
    expect(await owner.read(share.id)).toMatchObject({ status: 'active' });
  });

  it('is found by its title and by an address, without regard to case and accents, page by page', async () => {
    await owner.share([document], { title: 'Déménagement' });
    await owner.share([document], { title: 'Prêt', recipients: [{ email: 'banque@example.org' }] });
    const titles = async (query: string) => (await owner.list(query)).map(({ title }) => title);
    expect(await titles('q=demenage')).toEqual(['Déménagement']);
    expect(await titles('q=BANQUE')).toEqual(['Prêt']);
    expect(await titles('')).toEqual(['Prêt', 'Déménagement']);
    const first = (await owner.call('GET', 'sharings?limit=1')).json<{ nextCursor: string; total: number }>();
    expect(first.total).toBe(2);
    expect(await titles(`limit=1&cursor=${first.nextCursor}`)).toEqual(['Déménagement']);
    expect(await owner.tell('GET', 'sharings?cursor=rien')).toEqual({ status: 400, code: 'InvalidRequest' });
  });

  it('expires by the clock, then by the job, and stays among the expired ones', async () => {
    const share = await owner.share([document], { mode: 'LINK', durationDays: 1 });
    const { visitor } = await enter(share.link);
    test.clock.advance(day);
    expect(await visitor.tell('GET', 'sharings/context')).toEqual(gone);
    expect(await expireShares(test.platform)).toBe(1);
    expect(await expireShares(test.platform)).toBe(0);
    expect(await visitor.tell('GET', 'sharings/context')).toEqual(gone);
    const later = new Sharer(test, await signInAgain(owner.owner));
    expect(await later.list('status=active')).toEqual([]);
    expect(await later.list('status=expired')).toMatchObject([{ id: share.id, status: 'expired' }]);
    expect((await later.actions(3)).includes('share.expired')).toBe(true);
  });

  it('expires though another that is due cannot be read', async () => {
    const [broken, share] = [await owner.share([document]), await owner.share([document])];
    await test.platform.db
      .updateTable('shares')
      .set({ sealed: Buffer.alloc(64), expires_at: new Date(test.clock.now().getTime() - 1) })
      .where('share_id', '=', broken.id)
      .execute();
    test.clock.advance(Date.parse(share.expirationDate) - test.clock.now().getTime());
    expect(await expireShares(test.platform)).toBe(1);
    const states = await test.platform.db.selectFrom('shares').select(['share_id as id', 'state']).execute();
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
      [broken.id]: 'active',
      [share.id]: 'expired',
    });
  });

  it('is stopped and deleted by its identifier in capitals, too', async () => {
    const share = await owner.share([document]);
    const path = `sharings/${share.id.toUpperCase()}`;
    const stopped = await owner.call('POST', `${path}/stop`);
    expect([stopped.statusCode, stopped.json()]).toMatchObject([200, { id: share.id, status: 'expired' }]);
    expect((await owner.call('DELETE', path)).statusCode).toBe(204);
  });

  it('destroys what it held when it expires', async () => {
    await owner.share([document], { mode: 'LINK', durationDays: 1 });
    await owner.tell('POST', 'documents/delete', { documents: [document] });
    await owner.tell('POST', 'trash/delete', { documents: [document], acknowledged: true });
    const held = () => test.platform.db.selectFrom('held_contents').select('object_id').execute();
    const [content] = await held();
    const isThere = () => isStored(content?.object_id);
    expect(await isThere()).toBe(true);
    test.clock.advance(day);
    await expireShares(test.platform);
    expect(await held()).toEqual([]);
    await test.startWorker();
    await expect.poll(isThere).toBe(false);
  });

  it('goes with its safe, and what it held with it', async () => {
    const share = await owner.share([document], { mode: 'LINK', durationDays: 90 });
    await owner.tell('POST', 'documents/delete', { documents: [document] });
    await owner.tell('POST', 'trash/delete', { documents: [document], acknowledged: true });
    const rows = async (table: 'held_contents' | 'content_holds' | 'shares' | 'share_recipients') =>
      (await test.platform.db.selectFrom(table).select('safe_id').execute()).length;
    const held = await test.platform.db.selectFrom('held_contents').select('object_id').executeTakeFirstOrThrow();
    await owner.call('DELETE', 'user', { password: owner.owner.password, acknowledged: true });
    test.clock.advance(30 * day);
    const { visitor, told } = await enter(share.link);
    expect(told.status).toBe(204);
    expect(await destroyDueSafes(test.platform)).toBe(1);
    for (const table of ['held_contents', 'content_holds', 'shares', 'share_recipients'] as const)
      expect([table, await rows(table)]).toEqual([table, 0]);
    expect(await visitor.giveCode('')).toEqual({ status: 422, code: 'WrongJwtPayload' });
    expect(toldOf(await askForLink(test, share.link ?? ''))).toEqual(gone);
    await test.startWorker();
    await expect.poll(() => isStored(held.object_id)).toBe(false);
  });

  it('is stopped at once, tokens already issued included, and stays to be seen', async () => {
    const share = await owner.share([document], { mode: 'LINK' });
    const { visitor } = await enter(share.link);
    expect((await visitor.read(share.id, document)).statusCode).toBe(200);
    expect((await owner.call('POST', `sharings/${share.id}/stop`)).json()).toMatchObject({ status: 'expired' });
    expect(toldOf(await visitor.read(share.id, document))).toEqual(gone);
    expect(toldOf(await visitor.download(share.id, [document]))).toEqual(gone);
    expect(await visitor.tell('POST', `public/sharings/${share.id}/marked-as-read`)).toEqual(gone);
    expect(await owner.tell('POST', `sharings/${share.id}/extend`, { durationDays: 30 })).toEqual(gone);
    expect(await visitor.list()).toEqual([]);
    expect(await visitor.tell('GET', 'sharings/context')).toEqual(gone);
    expect(await owner.list('status=expired')).toMatchObject([{ id: share.id, opened: { count: 1, total: 1 } }]);
  });

  it('is deleted: gone from both lists, and for its readers', async () => {
    const share = await owner.share([document], { mode: 'LINK' });
    const { visitor } = await enter(share.link);
    expect(await owner.tell('DELETE', `sharings/${share.id}`)).toEqual({ status: 204, code: undefined });
    expect(toldOf(await visitor.read(share.id, document))).toEqual(gone);
    expect(await visitor.tell('GET', 'sharings/context')).toEqual(gone);
    expect([await owner.list('status=active'), await owner.list('status=expired')]).toEqual([[], []]);
    expect(await owner.tell('GET', `sharings/${share.id}`)).toEqual(unknown);
    expect(await owner.tell('DELETE', `sharings/${share.id}`)).toEqual(unknown);
  });

  it('is extended, its links with it, and never made shorter', async () => {
    const share = await owner.share([document], { mode: 'LINK', durationDays: 7 });
    const extend = (durationDays: number) => owner.call('POST', `sharings/${share.id}/extend`, { durationDays });
    expect((await extend(1)).json()).toMatchObject({ errors: [{ field: 'durationDays', params: { rule: 'later' } }] });
    test.clock.advance(day / 24 / 2);
    const extended = (await extend(30)).json<{ expirationDate: string }>();
    expect(Date.parse(extended.expirationDate)).toBeGreaterThan(Date.parse(share.expirationDate) + 22 * day);
    test.clock.advance(8 * day);
    expect((await enter(share.link)).told).toEqual({ status: 204, code: undefined });
  });

  it('gives its link again, and a new one ends the one before, visits included', async () => {
    const share = await owner.share([document], { mode: 'LINK' });
    const before = await enter(share.link);
    const link = async (body: object) =>
      (await owner.call('POST', `sharings/${share.id}/link`, body)).json<{ link: string }>().link;
    expect((await enter(await link({}))).told.status).toBe(204);
    const renewed = await link({ renew: true });
    expect(await before.visitor.giveCode('')).toEqual({ status: 422, code: 'WrongJwtPayload' });
    expect(toldOf(await askForLink(test, share.link ?? ''))).toEqual(gone);
    expect(await before.visitor.list()).toEqual([]);
    expect((await enter(renewed)).told.status).toBe(204);
  });

  it('gives the link of one of its recipients', async () => {
    const share = await owner.share([document], { recipients: people(2) });
    expect(share.link).toBeUndefined();
    const path = `sharings/${share.id}/link`;
    expect(await owner.tell('POST', path, {})).toEqual({ status: 400, code: 'InvalidRequest' });
    expect(await owner.tell('POST', path, { recipientId: missing })).toEqual({ status: 404, code: 'EntityNotFound' });
    for (const recipientId of [missing, 'abc'])
      expect((await owner.call('POST', path, { recipientId })).json()).toEqual({
        ...{ status: 404, errors: [{ code: 'EntityNotFound', field: 'recipientId' }] },
      });
    const { link } = (await owner.call('POST', path, { recipientId: share.recipients[1]?.id })).json<{
      link: string;
    }>();
    expect(await (await ShareVisitor.of(test, link)).context()).toMatchObject({ maskedEmail: 'a•••@example.org' });
  });

  it('is told of before a deletion, of what is in folders too', async () => {
    const folder = await owner.folder('Logement', { categoryId: await owner.category('housing') });
    const inside = await owner.document('Quittance', { folderId: folder });
    const share = await owner.share([document, inside]);
    const sharesOf = async (body: object) =>
      (await owner.call('POST', 'sharings/of-documents', body)).json<{ items: object[] }>().items;
    const told = { id: share.id, title: share.title, expirationDate: share.expirationDate };
    expect(await sharesOf({ documents: [document], folders: [folder] })).toEqual([{ ...told, documentCount: 2 }]);
    expect(await sharesOf({ documents: [], folders: [folder] })).toEqual([{ ...told, documentCount: 1 }]);
    expect(await sharesOf({ documents: [missing, 'rien'] })).toEqual([]);
    await owner.tell('POST', `sharings/${share.id}/stop`);
    expect(await sharesOf({ documents: [document] })).toEqual([]);
  });
});
