import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../../testing/people/activation-steps.ts';
import { linksIn, openLinksIn } from '../../../testing/people/links.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { Merger } from '../../../testing/people/merger.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer, toldOf } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { allowSendersAsOperator } from './blocks.ts';

const email = 'voisin@example.org';
const done = { status: 204, code: undefined };

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

const mailsTo = (to: string) => test.mails.filter((mail) => mail.to === to);
const block = async (token: string, scope: string) =>
  toldOf(
    await test.app.inject({
      ...{ method: 'POST', url: '/backend/api/v1/public/senders/block', payload: { token, scope } },
    }),
  );
/** Shares, and waits until the owner reads that it was sent. */
async function share(by: Sharer, to = email) {
  const shared = await by.share([await by.document('Devis')], { recipients: [{ email: to, phone: '0639980120' }] });
  await expect.poll(async () => (await by.read(shared.id)).recipients[0]?.delivery).toBe('SENT');
  return shared;
}
async function ask(by: Sharer, to = email) {
  const made = (await by.call('POST', 'document-requests', { title: 'RIB', email: to })).json<{ id: string }>();
  const delivery = async () => (await by.call('GET', `document-requests/${made.id}`)).json().delivery as string;
  await expect.poll(delivery).toBe('SENT');
}
const blocksIn = async (text: string) => (await openLinksIn(test, text)).filter(({ kind }) => kind === 'block');
/** The token of the newest invitation to an address. */
async function tokenTo(to = email): Promise<string> {
  const { text } = await waitFor(() => mailsTo(to)[0]);
  return (await blocksIn(text))[0]?.token ?? '';
}

describe('an invitation', () => {
  it('has a link against its sender and one against all, in text and HTML, for a share and for a request', async () => {
    await share(owner);
    await ask(owner);
    expect(mailsTo(email)).toHaveLength(2);
    for (const { text, html } of mailsTo(email)) {
      for (const form of [text, html])
        expect((await blocksIn(form)).map(({ scope }) => scope)).toEqual(['SENDER', 'ALL']);
    }
    const english = new Sharer(test, await makeOwner(test, { locale: 'en' }));
    await share(english, 'neighbour@example.org');
    expect(mailsTo('neighbour@example.org')[0]?.text).toContain(
      'Never receive anything again from this person\nhttps:',
    );
  });

  it('has tokens that the database does not hold, and addresses as hashes alone', async () => {
    await share(owner);
    const token = await tokenTo();
    await block(token, 'SENDER');
    await block(token, 'ALL');
    for (const table of ['block_links', 'blocked_senders', 'closed_addresses'] as const) {
      const rows = await test.platform.db.selectFrom(table).selectAll().execute();
      expect(rows).toHaveLength(table === 'block_links' ? 2 : 1);
      const hex = Buffer.from(token, 'base64url').toString('hex');
      for (const kept of [token, hex, email]) expect(JSON.stringify(rows)).not.toContain(kept);
    }
  });

  it('has the same links when it is sent again by its job, so that the copy that arrives serves', async () => {
    const { send } = test.platform.mail;
    const seen: string[] = [];
    test.platform.mail.send = async (message) => {
      seen.push(message.text);
      if (seen.length === 1) throw new Error('the answer of the mail server was lost');
      await send(message);
    };
    await owner.share([document], { recipients: [{ email }] });
    await expect.poll(() => seen.length).toBe(2);
    const [first = '', second = ''] = seen;
    expect(linksIn(first)).toEqual(linksIn(second));
    expect(await block((await blocksIn(first))[0]?.token ?? '', 'SENDER')).toEqual(done);
  });
});

describe('a blocked sender', () => {
  it('sends nothing more: no share, no second sending, no request, no code; others do', async () => {
    const shared = await share(owner);
    expect(await block(await tokenTo(), 'SENDER')).toEqual(done);
    const before = test.mails.length;
    await share(owner);
    await share(owner, 'Voisin+encore@Example.org');
    await ask(owner);
    expect((await owner.call('POST', `sharings/${shared.id}/send-again`, {})).statusCode).toBe(200);
    await expect.poll(async () => (await owner.read(shared.id)).recipients[0]?.delivery).toBe('SENT');
    const visitor = await ShareVisitor.of(test, shared.link);
    expect([await visitor.askCode('EMAIL'), await visitor.askCode('SMS')]).toEqual([done, done]);
    const other = new Sharer(test, await makeOwner(test));
    await share(other);
    expect(test.mails.slice(0, -before).map(({ to }) => to)).toEqual([email]);
    expect(test.texts).toEqual([]);
  });

  it('writes to no other spelling of that mailbox, where its provider ignores dots; elsewhere, dots are of two people', async () => {
    for (const dotted of ['jean.dupont@gmail.com', 'jean.dupont@orange.fr']) {
      await share(owner, dotted);
      expect(await block(await tokenTo(dotted), 'SENDER')).toEqual(done);
    }
    const before = test.mails.length;
    for (const spelled of ['jeandupont@gmail.com', 'j.e.andupont+encore@googlemail.com', 'jeandupont@orange.fr'])
      await share(owner, spelled);
    expect(test.mails.slice(0, -before).map(({ to }) => to)).toEqual(['jeandupont@orange.fr']);
  });

  it('stays blocked for the spelling that was blocked before marks were ignored', async () => {
    const blockTag = test.platform.secrets.tag('blocked-email', 'jean.dupont@gmail.com');
    const earlier = { safe_id: owner.owner.safeId, block_tag: blockTag, blocked_at: test.clock.now() };
    await test.platform.db.insertInto('blocked_senders').values(earlier).execute();
    await share(owner, 'Jean.Dupont@gmail.com');
    expect(test.mails).toEqual([]);
    expect(await allowSendersAsOperator(test.platform, 'jean.dupont@gmail.com')).toBe(1);
    await share(owner, 'jean.dupont@gmail.com');
    expect(mailsTo('jean.dupont@gmail.com')).toHaveLength(1);
  });

  it('is answered as before: the share, its delivery, the journal and the limits show nothing', async () => {
    const [mine, theirs] = [await share(owner), await share(owner, 'autre@example.org')];
    await block(await tokenTo(), 'SENDER');
    await block(await tokenTo(), 'ALL');
    const shapeOf = async (id: string) => {
      const again = await owner.call('POST', `sharings/${id}/send-again`, {});
      await expect.poll(async () => (await owner.read(id)).recipients[0]?.delivery).toBe('SENT');
      const { link } = (await owner.call('POST', `sharings/${id}/link`, {})).json<{ link: string }>();
      const visitor = await ShareVisitor.of(test, link);
      const sms = [];
      for (let count = 0; count < 4; count += 1) sms.push(await visitor.askCode('SMS'));
      const { status, recipients, opened } = await owner.read(id);
      const { delivery } = recipients[0] ?? {};
      const wrong = await visitor.giveCode('000000');
      return { again: again.statusCode, sms, status, delivery, opened, wrong, actions: await owner.actions(3) };
    };
    const unblocked = await shapeOf(theirs.id);
    // The number of both has had three SMS: the limit of the number counts what was not sent too.
    const blocked = await shapeOf(mine.id);
    expect({ ...blocked, sms: [] }).toEqual({ ...unblocked, sms: [] });
    expect(blocked.sms.map(({ status }) => status)).toEqual([204, 204, 429, 429]);
    expect(unblocked.sms.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  });

  it('stays blocked when another safe receives theirs', async () => {
    await share(owner);
    await block(await tokenTo(), 'SENDER');
    const receiver = await Merger.make(test);
    expect((await receiver.merge(await receiver.grant(owner.owner))).statusCode).toBe(204);
    const before = mailsTo(email).length;
    await share(receiver);
    expect(mailsTo(email)).toHaveLength(before);
  });
});

describe('the link of an invitation', () => {
  it('closes an address to all senders; its own account goes on writing', async () => {
    const reader = await makeOwner(test, { email });
    await share(owner);
    expect(await block(await tokenTo(), 'ALL')).toEqual(done);
    const before = mailsTo(email).length;
    const other = new Sharer(test, await makeOwner(test));
    await share(other);
    expect(mailsTo(email)).toHaveLength(before);
    const url = '/backend/api/v1/password/reset/request-code';
    await test.app.inject({ method: 'POST', url, payload: { email: reader.email, mode: 'EMAIL' } });
    await expect.poll(() => mailsTo(email).length).toBe(before + 1);
  });

  it('serves again, for 400 days, and does nothing when it is only opened', async () => {
    await share(owner);
    const token = await tokenTo();
    await test.app.inject({ method: 'GET', url: '/p' });
    await test.app.inject({ method: 'GET', url: '/backend/api/v1/public/senders/block' });
    expect(await test.platform.db.selectFrom('blocked_senders').selectAll().execute()).toEqual([]);
    expect([await block(token, 'SENDER'), await block(token, 'SENDER'), await block(token, 'ALL')]).toEqual([
      ...[done, done, done],
    ]);
    test.clock.advance(401 * 86_400_000);
    expect(await block(token, 'SENDER')).toEqual({ status: 404, code: 'EntityNotFound' });
  });

  it('answers an unknown token alike, and refuses another scope', async () => {
    expect(await block('A'.repeat(22), 'ALL')).toEqual({ status: 404, code: 'EntityNotFound' });
    expect(await block('A'.repeat(22), 'MINE')).toEqual({ status: 400, code: 'InvalidRequest' });
  });

  it('is not the link of the share: a sender who has that one cannot close the address', async () => {
    const shared = await share(owner);
    const visitor = await ShareVisitor.of(test, shared.link);
    expect(await block(visitor.codeToken.slice(0, 200), 'ALL')).toEqual({ status: 404, code: 'EntityNotFound' });
    expect(JSON.stringify(shared)).not.toContain(await tokenTo());
  });
});

it('is taken back by the operator, for who has changed their mind', async () => {
  await share(owner);
  await block(await tokenTo(), 'ALL');
  expect(await allowSendersAsOperator(test.platform, 'Voisin@example.org')).toBe(1);
  const before = mailsTo(email).length;
  await share(owner);
  expect(mailsTo(email)).toHaveLength(before + 1);
});
