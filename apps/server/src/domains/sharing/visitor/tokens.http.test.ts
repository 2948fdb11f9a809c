import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { altered, alteredToken } from '../../../testing/files/altered.ts';
import { tokenOf } from '../../../testing/people/links.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer, toldOf } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { forgetEnded } from '../shares.store.ts';

const day = 86_400_000;
const refused = { status: 401, code: 'AuthTokenNotValid' };
const noShare = { status: 404, code: 'EntityNotFound' };
const notInIt = { status: 404, code: 'EntitiesNotFoundForUser' };
const missing = '018f0000-0000-7000-8000-000000000000';

let test: TestApp;
let owner: Sharer;
let document: string;
beforeEach(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  document = await owner.document('Bail');
  await test.startWorker();
});
afterEach(() => test.close());

const to = (email: string, phone?: string) => ({ recipients: [{ email, ...(phone && { phone }) }] });
const enter = async (wanted: object, mode: 'EMAIL' | 'SMS' = 'EMAIL', from = owner) => {
  const share = await from.share([from === owner ? document : await from.document('Bail')], wanted);
  return { share, visitor: await (await ShareVisitor.of(test, share.link)).enter(mode) };
};
const idsOf = async (visitor: ShareVisitor) => (await visitor.list()).map(({ id }) => id).toSorted();

describe('what a visitor has proved', () => {
  it('opens, after an e-mail, all that is addressed to that address, by any sender, and nothing else', async () => {
    const other = new Sharer(test, await makeOwner(test));
    const theirs = await other.share([await other.document('Devis')], to('Agence@example.org', '0639980129'));
    const foreign = await owner.share([document], to('banque@example.org'));
    const { share, visitor } = await enter(to('agence@example.org'));
    expect(await idsOf(visitor)).toEqual([share.id, theirs.id].toSorted());
    expect(toldOf(await visitor.read(foreign.id, document))).toEqual(noShare);
    expect(toldOf(await visitor.download(foreign.id, [document]))).toEqual(noShare);
    expect(await visitor.tell('POST', `public/sharings/${foreign.id}/marked-as-read`)).toEqual(noShare);
    const read = await visitor.read(theirs.id, theirs.documents[0]?.id ?? '');
    expect(read.statusCode).toBe(200);
    expect((await other.read(theirs.id)).opened).toEqual({ count: 1, total: 1 });
  });

  it('opens, after an SMS, what names both that address and that number', async () => {
    const other = new Sharer(test, await makeOwner(test));
    const theirs = await other.share([await other.document('Devis')], to('agence@example.org'));
    const elsewhere = await other.share([await other.document('Devis')], to('agence@example.org', '0639980129'));
    const same = await other.share([await other.document('Devis')], to('agence@example.org', '0639980120'));
    const { share, visitor } = await enter(to('agence@example.org', '0639980120'), 'SMS');
    expect(await idsOf(visitor)).toEqual([share.id, same.id].toSorted());
    for (const { id, documents } of [theirs, elsewhere])
      expect(toldOf(await visitor.read(id, documents[0]?.id ?? ''))).toEqual(noShare);
  });

  it('opens, by a link, that share alone', async () => {
    const mailed = await owner.share([document], to('agence@example.org'));
    const share = await owner.share([document], { mode: 'LINK' });
    const visitor = await ShareVisitor.of(test, share.link);
    await visitor.giveCode('');
    expect(await idsOf(visitor)).toEqual([share.id]);
    expect(toldOf(await visitor.read(mailed.id, document))).toEqual(noShare);
  });

  it('opens no document outside the share, named by its identifier', async () => {
    const outside = await owner.document('Secret');
    const { share, visitor } = await enter(to('agence@example.org'));
    for (const id of [outside, missing, 'rien']) {
      expect(toldOf(await visitor.read(share.id, id))).toEqual(notInIt);
      expect(toldOf(await visitor.download(share.id, [document, id]))).toEqual(notInIt);
    }
    for (const id of [missing, 'rien']) expect(toldOf(await visitor.read(id, document))).toEqual(noShare);
  });

  it('never shows one recipient to another', async () => {
    const share = await owner.share([document], {
      recipients: [{ email: 'a@example.org' }, { email: 'b@example.org' }],
    });
    const visitor = await (await ShareVisitor.mailed(test, 'a@example.org')).enter();
    const answers = [await visitor.call('GET', 'sharings/context'), await visitor.call('GET', 'public/sharings')];
    for (const { body } of answers) expect(body).not.toMatch(/[ab]@example\.org|b•••/);
    expect(await idsOf(visitor)).toEqual([share.id]);
  });
});

describe('a sharing token', () => {
  it('lasts an hour, never longer than its share', async () => {
    const { share, visitor } = await enter(to('agence@example.org'));
    test.clock.advance(61 * 60_000);
    expect(toldOf(await visitor.read(share.id, document))).toEqual(refused);
    expect(toldOf(await visitor.call('GET', 'public/sharings'))).toEqual(refused);
  });

  it('is worth nothing in another browser, forged, or as a token of another kind', async () => {
    const { visitor } = await enter(to('agence@example.org'));
    const url = '/backend/api/v1/public/sharings';
    const browser = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${visitor.codeToken}` };
    const earlier = test.mails.length;
    await visitor.askCode();
    const sent = await visitor.sentCode('EMAIL', earlier);
    const given = await test.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/sharings/verify-code', headers: browser, payload: { code: sent } },
    });
    const token = String(given.headers['set-authorization']);
    const cookie = given.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const list = async (authorization: string, more: object = {}) =>
      toldOf(await test.app.inject({ url, headers: { authorization: `Bearer ${authorization}`, ...more } })).status;
    expect(await list(token, { cookie })).toBe(200);
    expect(await list(token)).toBe(401);
    expect(await list(token, { cookie: altered(cookie, cookie.indexOf('=') + 1) })).toBe(401);
    expect(await list(alteredToken(visitor.sharingToken))).toBe(401);
    expect(await list(visitor.codeToken)).toBe(401);
    expect(await list(owner.owner.token)).toBe(401);
  });
});

it('goes on, for what else it opens, when the share through which it began is forgotten', async () => {
  const other = new Sharer(test, await makeOwner(test));
  const theirs = await other.share([await other.document('Devis')], to('agence@example.org'));
  const { share, visitor } = await enter(to('agence@example.org'));
  await owner.tell('POST', `sharings/${share.id}/stop`);
  await owner.tell('DELETE', `sharings/${share.id}`);
  await forgetEnded(test.platform.db, test.clock.now());
  expect(await idsOf(visitor)).toEqual([theirs.id]);
  expect((await visitor.read(theirs.id, theirs.documents[0]?.id ?? '')).statusCode).toBe(200);
  // Once the visit has ended too, nothing is left of the share.
  test.clock.advance(61 * 60_000);
  await forgetEnded(test.platform.db, test.clock.now());
  expect(
    await test.platform.db.selectFrom('shares').select('share_id').where('state', '=', 'deleted').execute(),
  ).toEqual([]);
});

describe('the token of a link', () => {
  it('lives as long as its share', async () => {
    const share = await owner.share([document], { mode: 'LINK', durationDays: 7 });
    const [, body = ''] = (await tokenOf(test, share.link)).split('.');
    const { exp, type } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { exp: number; type: string };
    expect([type, exp]).toEqual(['JwtPayloadSharingCode', Math.floor(Date.parse(share.expirationDate) / 1000)]);
  });

  it('no longer fits, where nothing is left of its share: WrongJwtPayload', async () => {
    const { share, visitor } = await enter({ ...to('agence@example.org'), durationDays: 1 });
    await owner.tell('DELETE', `sharings/${share.id}`);
    test.clock.advance(30 * 60_000);
    await forgetEnded(test.platform.db, new Date(test.clock.now().getTime() + 2 * day));
    const gone = { status: 422, code: 'WrongJwtPayload' };
    for (const path of ['sharings/context', 'public/sharings']) expect(await visitor.tell('GET', path)).toEqual(gone);
    expect(await visitor.askCode()).toEqual(gone);
    expect(await visitor.giveCode('123456')).toEqual(gone);
    expect(toldOf(await visitor.read(share.id, document))).toEqual(gone);
  });

  it('is made of the configured address, whatever a request says', async () => {
    const host = { ...owner.owner.headers, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const payload = { title: 'Bail', documents: [document], mode: 'EMAIL', ...to('agence@example.org') };
    const made = await test.app.inject({ method: 'POST', url: '/backend/api/v1/sharings', headers: host, payload });
    expect(made.json<{ link: string }>().link).toMatch(/^https:\/\/safe\.example\//);
    await ShareVisitor.mailed(test, 'agence@example.org');
    for (const { text, html } of test.mails) expect(`${text}${html}`).not.toContain('evil');
  });
});

describe('a shared content', () => {
  it('that cannot be opened is told as EncryptionError, and one whose row was changed too', async () => {
    const { share, visitor } = await enter(to('agence@example.org'));
    const broken = { status: 500, code: 'EncryptionError' };
    const change = (set: { header?: Buffer; sealed?: Buffer }) =>
      test.platform.db.updateTable('documents').set(set).where('document_id', '=', document).execute();
    const { header } = await test.platform.db.selectFrom('documents').select('header').executeTakeFirstOrThrow();
    const changed = Buffer.from(header);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await change({ header: changed });
    expect(toldOf(await visitor.read(share.id, document))).toEqual(broken);
    await change({ header, sealed: Buffer.alloc(60, 1) });
    expect(toldOf(await visitor.read(share.id, document))).toEqual(broken);
    expect(toldOf(await visitor.download(share.id, [document]))).toEqual(broken);
  });
});
