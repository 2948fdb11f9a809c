import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailRefused } from '../../../platform/mail/mail.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { noticeEndings } from '../events/notice-endings.ts';
import { sendRequest } from '../requests/send-request.ts';
import { sendShare, sendShareJob } from '../send-share.ts';

const day = 86_400_000;
const email = 'agence@example.org';

let test: TestApp;
let owner: Sharer;
let document: string;
beforeEach(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  document = await owner.document('Carte de Camille');
});
afterEach(() => test.close());

const deliveryOf = async (id: string) => (await owner.read(id)).recipients.map(({ delivery }) => delivery);
const mailsTo = (to: string) => test.mails.filter((mail) => mail.to === to);
/** The job, this time for the last time or not. */
const run = (id: string, retry = 0) =>
  sendShare(
    test.platform,
    { safeId: owner.owner.safeId, shareId: id },
    { retry, signal: new AbortController().signal },
  );
const again = (id: string, body: object = {}) => owner.call('POST', `sharings/${id}/send-again`, body);

describe('the messages of a share', () => {
  it('go to each recipient with a link of their own, in the language of the owner, and name no document', async () => {
    const english = new Sharer(test, await makeOwner(test, { locale: 'en' }));
    const mine = await owner.share([document], {
      recipients: [{ email }, { email: 'b@example.org' }],
      message: 'Un\nDeux',
    });
    await english.share([await english.document('Lease')], { recipients: [{ email: 'c@example.org' }] });
    await test.startWorker();
    const visitors = await Promise.all(
      [email, 'b@example.org', 'c@example.org'].map((to) => ShareVisitor.mailed(test, to)),
    );
    expect(new Set(visitors.map(({ codeToken }) => codeToken)).size).toBe(3);
    const [mail] = mailsTo(email);
    expect(mail?.subject).toBe('Des documents vous attendent');
    expect(mail?.text).toContain('Camille Renaudin partage des documents avec vous');
    expect(mail?.text).toContain('Un\n\nDeux');
    expect(mailsTo('c@example.org')[0]?.subject).toBe('Documents are waiting for you');
    for (const { text, html, subject } of test.mails)
      expect(`${subject}${text}${html}`).not.toMatch(/Carte de Camille|Lease/);
    await expect.poll(() => deliveryOf(mine.id)).toEqual(['SENT', 'SENT']);
  });

  it('are all given up when the time of the last try is over in the middle', async () => {
    test.mailIsDown.value = true;
    const recipients = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.org` }));
    const share = await owner.share([document], { recipients });
    const over = new AbortController();
    const sending = vi.spyOn(test.platform.mail, 'send').mockImplementation(async () => {
      over.abort(new Error('the time is over'));
      throw new Error('down');
    });
    const last = { retry: sendShareJob.retries ?? 0, signal: over.signal };
    await sendShare(test.platform, { safeId: owner.owner.safeId, shareId: share.id }, last);
    expect(await deliveryOf(share.id)).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(sending).toHaveBeenCalledOnce();
  });

  it('wait while the mail server is down, are tried again, and arrive once', async () => {
    test.mailIsDown.value = true;
    const share = await owner.share([document]);
    await expect(run(share.id)).rejects.toThrow('down');
    expect(await deliveryOf(share.id)).toEqual(['QUEUED']);
    test.mailIsDown.value = false;
    await test.startWorker();
    await expect.poll(() => deliveryOf(share.id)).toEqual(['SENT']);
    await run(share.id, 3);
    expect(mailsTo(email)).toHaveLength(1);
    expect([sendShareJob.retries, sendShareJob.retryDelaySeconds]).toEqual([40, 5]);
  });

  it('are given up after the last try: the owner sees it, reads it in the journal, and is told', async () => {
    test.mailIsDown.value = true;
    const share = await owner.share([document]);
    await run(share.id, 40);
    expect(await deliveryOf(share.id)).toEqual(['FAILED']);
    expect(await owner.actions(1)).toEqual(['share.send-failed']);
    test.mailIsDown.value = false;
    await test.startWorker();
    await expect
      .poll(() => mailsTo(owner.owner.email).map(({ subject }) => subject))
      .toEqual(['Un partage n’a pas pu être envoyé']);
  });

  it('of a request are given up likewise, and its owner reads of a request', async () => {
    test.mailIsDown.value = true;
    const asked = await owner.call('POST', 'document-requests', { title: 'Justificatifs', email });
    const key = { safeId: owner.owner.safeId, requestId: asked.json<{ id: string }>().id };
    await sendRequest(test.platform, key, { retry: 40 });
    test.mailIsDown.value = false;
    await test.startWorker();
    await expect.poll(() => mailsTo(owner.owner.email)).toHaveLength(1);
    const [mail] = mailsTo(owner.owner.email);
    expect(mail?.subject).toBe('Une demande de documents n’a pas pu être envoyée');
    expect(mail?.text).toContain('https://safe.example/shares?view=requests');
  });

  it('that are refused for good are given up at once, and the others leave', async () => {
    const { send } = test.platform.mail;
    test.platform.mail.send = async (message) => {
      if (message.to === 'nobody@example.org') throw new MailRefused('nobody lives there', '550');
      await send(message);
    };
    const share = await owner.share([document], { recipients: [{ email: 'nobody@example.org' }, { email }] });
    await run(share.id);
    expect(await deliveryOf(share.id)).toEqual(['FAILED', 'SENT']);
  });

  it('are sent again three times a day, to some or all', async () => {
    const share = await owner.share([document], { recipients: [{ email }, { email: 'b@example.org' }] });
    await run(share.id);
    const some = await again(share.id, { recipients: [share.recipients[1]?.id] });
    expect([some.statusCode, some.json<typeof share>().recipients.map(({ delivery }) => delivery)]).toEqual([
      200,
      ['SENT', 'QUEUED'],
    ]);
    expect((await again(share.id, { recipients: ['rien'] })).statusCode).toBe(404);
    for (let count = 0; count < 2; count += 1) expect((await again(share.id)).statusCode).toBe(200);
    const refused = await again(share.id);
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true]);
    await test.startWorker();
    await expect.poll(() => deliveryOf(share.id)).toEqual(['SENT', 'SENT']);
    expect(mailsTo('b@example.org').length).toBeGreaterThan(1);
  });

  it('belong to one job each: what is sent again is not sent twice, nor given up by the job before', async () => {
    const enqueuing = vi.spyOn(test.platform.jobs, 'enqueue').mockResolvedValue();
    const share = await owner.share([document], { recipients: [{ email }, { email: 'b@example.org' }] });
    expect((await again(share.id, { recipients: [share.recipients[0]?.id] })).statusCode).toBe(200);
    const [before, after] = enqueuing.mock.calls
      .filter(([, { name }]) => name === sendShareJob.name)
      .map(([, , data]) => data as Parameters<typeof sendShare>[1]);
    if (!before || !after) throw new Error('each message has a job');
    const last = { retry: sendShareJob.retries ?? 0, signal: new AbortController().signal };
    test.mailIsDown.value = true;
    await sendShare(test.platform, before, last);
    expect(await deliveryOf(share.id)).toEqual(['QUEUED', 'FAILED']);
    test.mailIsDown.value = false;
    await Promise.all([before, after].map((sending) => sendShare(test.platform, sending, { ...last, retry: 0 })));
    expect(await deliveryOf(share.id)).toEqual(['SENT', 'FAILED']);
    expect(test.mails.map(({ to }) => to)).toEqual([email]);
  });

  it('that are replaced while others leave are left to the job that replaces them', async () => {
    const share = await owner.share([document], { recipients: [{ email: 'b@example.org' }, { email }] });
    const { send } = test.platform.mail;
    const sending = vi.spyOn(test.platform.mail, 'send').mockImplementationOnce(async (message) => {
      await again(share.id, { recipients: [share.recipients[1]?.id] });
      await send.call(test.platform.mail, message);
    });
    await run(share.id);
    expect(sending).toHaveBeenCalledOnce();
    expect(await deliveryOf(share.id)).toEqual(['SENT', 'QUEUED']);
    await run(share.id);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('do not leave once the share has ended, though others of it have', async () => {
    const share = await owner.share([document], { recipients: [{ email: 'b@example.org' }, { email }] });
    const { send } = test.platform.mail;
    vi.spyOn(test.platform.mail, 'send').mockImplementationOnce(async (message) => {
      await owner.tell('POST', `sharings/${share.id}/stop`);
      await send.call(test.platform.mail, message);
    });
    await run(share.id);
    expect(await deliveryOf(share.id)).toEqual(['SENT', 'QUEUED']);
    await run(share.id);
    expect(test.mails.map(({ to }) => to)).toEqual(['b@example.org']);
  });
});

describe('the owner of a share', () => {
  it('is told at the first opening, and not at the next', async () => {
    await test.startWorker();
    await owner.share([document], { recipients: [{ email }, { email: 'b@example.org' }] });
    for (const to of [email, 'b@example.org']) await (await ShareVisitor.mailed(test, to)).enter();
    const told = () => mailsTo(owner.owner.email).map(({ subject }) => subject);
    await expect.poll(told).toEqual(['Un partage a été ouvert']);
  });

  it('is told once, two days before the end, of what lasts for a week or more', async () => {
    const long = await owner.share([document], { durationDays: 7 });
    await owner.share([document], { durationDays: 1 });
    test.clock.advance(5 * day - 60_000);
    expect(await noticeEndings(test.platform)).toBe(0);
    test.clock.advance(120_000);
    expect(await noticeEndings(test.platform)).toBe(1);
    expect(await noticeEndings(test.platform)).toBe(0);
    await test.startWorker();
    await expect
      .poll(() => mailsTo(owner.owner.email).map(({ subject }) => subject))
      .toEqual(['Un partage se termine bientôt']);
    expect(long.expirationDate > test.clock.now().toISOString()).toBe(true);
  });

  it('is notified of the end though the safe of another cannot be read', async () => {
    const other = new Sharer(test, await makeOwner(test));
    await owner.share([document], { durationDays: 7 });
    await other.share([await other.document('Bail')], { durationDays: 7 });
    await test.platform.db
      .updateTable('accounts')
      .set({ sealed_profile: Buffer.alloc(64) })
      .where('safe_id', '=', owner.owner.safeId)
      .execute();
    test.clock.advance(5 * day);
    expect(await noticeEndings(test.platform)).toBe(1);
    await test.startWorker();
    await expect
      .poll(() => mailsTo(other.owner.email).map(({ subject }) => subject))
      .toEqual(['Un partage se termine bientôt']);
  });

  it('sees who opened it and who read what; following the link counts nobody', async () => {
    await test.startWorker();
    const share = await owner.share([document], { recipients: [{ email }, { email: 'b@example.org' }] });
    const visitor = await ShareVisitor.mailed(test, email);
    for (let count = 0; count < 3; count += 1) await visitor.context();
    const before = test.mails.length;
    await visitor.askCode();
    // The code of a message that comes later would be taken for the next one.
    await visitor.sentCode('EMAIL', before);
    expect((await owner.read(share.id)).opened).toEqual({ count: 0, total: 2 });
    expect(await owner.events(share.id)).toEqual([]);
    await visitor.enter();
    test.clock.advance(1_000);
    await visitor.read(share.id, document);
    test.clock.advance(1_000);
    await visitor.download(share.id, [document]);
    test.clock.advance(1_000);
    await visitor.tell('POST', `public/sharings/${share.id}/marked-as-read`);
    await visitor.enter();
    const { opened, recipients } = await owner.read(share.id);
    expect(opened).toEqual({ count: 1, total: 2 });
    expect(recipients.map(({ openedAt }) => openedAt !== undefined)).toEqual([true, false]);
    const events = await owner.events(share.id);
    expect(events.map(({ kind }) => kind)).toEqual(['OPENED', 'MARKED_AS_READ', 'DOWNLOADED', 'READ', 'OPENED']);
    expect(events[3]).toMatchObject({ recipient: { email }, document: { id: document, title: 'Carte de Camille' } });
    expect(await owner.actions(6)).toEqual([
      ...['share.opened', 'document.read', 'document.read', 'share.opened', 'share.created', 'document.deposited'],
    ]);
    const entries = (await owner.call('GET', 'user/journal')).json<{ items: object[] }>().items;
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'document.read',
        actor: { kind: 'visitor', name: email },
        documentId: document,
      }),
    );
  });

  it('reads refused codes in the journal, and all that was done with a share', async () => {
    const share = await owner.share([document], { mode: 'LINK', securityCode: 'longtemps' });
    const visitor = await ShareVisitor.of(test, share.link);
    await visitor.giveCode('autrement');
    await owner.call('POST', `sharings/${share.id}/extend`, { durationDays: 90 });
    await owner.call('POST', `sharings/${share.id}/link`, {});
    await owner.call('POST', `sharings/${share.id}/stop`);
    await owner.call('DELETE', `sharings/${share.id}`);
    expect(await owner.actions(6)).toEqual([
      ...['share.deleted', 'share.stopped', 'share.link-made', 'share.extended', 'share.open-refused', 'share.created'],
    ]);
    const { items } = (await owner.call('GET', 'user/journal?kind=share')).json<{ items: object[] }>();
    expect(items).toHaveLength(6);
    expect(items[4]).toMatchObject({ result: 'refused', actor: { kind: 'visitor' }, title: 'Dossier de location' });
  });
});

it('keeps addresses, numbers, titles and messages sealed', async () => {
  await owner.share([document], {
    ...{ title: 'Titre lisible', message: 'Message lisible' },
    recipients: [{ email: 'lisible@example.org', phone: '0639980120' }],
  });
  const tables = ['shares', 'share_recipients', 'content_holds', 'share_events'] as const;
  const rows = await Promise.all(tables.map((table) => test.platform.db.selectFrom(table).selectAll().execute()));
  const readable = rows
    .flat()
    .flatMap((row) => Object.values(row))
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join(' ');
  expect(readable).not.toMatch(/lisible|639980120|Camille/i);
});
