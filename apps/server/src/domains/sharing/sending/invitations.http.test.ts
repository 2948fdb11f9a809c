import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { mailboxTagOf } from './blocks.ts';
import { invitationLimits } from './quotas.rules.ts';
import { insertInvitation } from './quotas.store.ts';

const email = 'voisin@example.org';

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

const makeOther = async () => new Sharer(test, await makeOwner(test));

/** Shares, and returns the fate of the message once it is known. */
async function invite(by = owner, to = email): Promise<string> {
  const shared = await by.share([by === owner ? document : await by.document('Devis')], {
    recipients: [{ email: to }],
  });
  const delivery = async () => (await by.read(shared.id)).recipients[0]?.delivery;
  await expect.poll(delivery).not.toBe('QUEUED');
  return String(await delivery());
}

const ask = async (by: Sharer) => {
  const { id } = (await by.call('POST', 'document-requests', { title: 'RIB', email })).json<{ id: string }>();
  const delivery = async () => (await by.call('GET', `document-requests/${id}`)).json().delivery as string;
  await expect.poll(delivery).not.toBe('QUEUED');
  return delivery();
};

type Filling = { by: Sharer; ageMs?: number };

/** As if so many messages of a safe had been sent to the mailbox. */
async function fill(count: number, { by, ageMs = 0 }: Filling): Promise<void> {
  const sentAt = new Date(test.clock.now().getTime() - ageMs);
  const mailboxTag = mailboxTagOf(test.platform.secrets, email);
  const rows = Array.from({ length: count }, () => ({ safe_id: by.owner.safeId, message_id: randomUUID() }));
  await test.platform.db
    .insertInto('received_invitations')
    .values(rows.map((row) => ({ ...row, mailbox_tag: mailboxTag, sent_at: sentAt })))
    .execute();
}

describe('the invitations that a mailbox receives', () => {
  it('are 30 of one safe in 24 hours, however many are asked for; all are answered alike', async () => {
    const create = () =>
      owner.call('POST', 'sharings', {
        ...{ title: 'Dossier', documents: [document], mode: 'EMAIL', recipients: [{ email }] },
      });
    const answers = [];
    for (let count = 0; count < 33; count += 1) answers.push(await create());
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const ids = answers.map((answer) => answer.json<{ id: string }>().id);
    const deliveries = async () =>
      (await Promise.all(ids.map((id) => owner.read(id)))).map(({ recipients }) => recipients[0]?.delivery);
    await expect.poll(async () => (await deliveries()).includes('QUEUED')).toBe(false);
    const fates = await deliveries();
    expect(fates.filter((fate) => fate === 'SENT')).toHaveLength(30);
    expect(fates.filter((fate) => fate === 'FAILED')).toHaveLength(3);
    expect(test.mails.filter(({ to }) => to === email)).toHaveLength(30);
    expect([await invite(owner, 'Voisin+2@example.org'), await ask(owner)]).toEqual(['FAILED', 'FAILED']);
    expect(await invite(owner, 'voisine@example.org')).toBe('SENT');
    expect(await invite(await makeOther())).toBe('SENT');
  });

  it('are 100 of all safes together', async () => {
    for (const count of [30, 30, 30, 9]) await fill(count, { by: await makeOther() });
    expect(await invite()).toBe('SENT');
    expect([await invite(), await invite(await makeOther()), await ask(await makeOther())]).toEqual([
      ...['FAILED', 'FAILED', 'FAILED'],
    ]);
    expect(test.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('are as many for a sender who is blocked, who learns nothing by them', async () => {
    const blockTag = test.platform.secrets.tag('blocked-email', email);
    const blocked = { safe_id: owner.owner.safeId, block_tag: blockTag, blocked_at: test.clock.now() };
    await test.platform.db.insertInto('blocked_senders').values(blocked).execute();
    await fill(29, { by: owner });
    expect([await invite(), await invite()]).toEqual(['SENT', 'FAILED']);
    expect(test.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  it('count for a day', async () => {
    await fill(30, { by: owner, ageMs: 24 * 3_600_000 });
    expect(await invite()).toBe('SENT');
    await fill(29, { by: owner, ageMs: 23 * 3_600_000 });
    expect(await invite()).toBe('FAILED');
  });

  it('are no more at the same instant, and one that is tried again counts once', async () => {
    const mailboxTag = randomBytes(32);
    const [{ safeId }, messageId] = [owner.owner, randomUUID()];
    const count = (id: string) =>
      test.platform.db
        .transaction()
        .execute((tx) => insertInvitation(tx, { safeId, messageId: id, mailboxTag }, test.clock.now()));
    expect([await count(messageId), await count(messageId)]).toEqual([true, true]);
    const counted = await Promise.all(Array.from({ length: 40 }, () => count(randomUUID())));
    expect(counted.filter(Boolean)).toHaveLength(invitationLimits.safe - 1);
    expect(await count(messageId)).toBe(true);
  });

  it('leave no address in the database', async () => {
    await invite();
    const rows = await test.platform.db.selectFrom('received_invitations').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('voisin');
  });
});
