import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Log } from '../../src/platform/log.ts';
import { connectSmtp } from '../../src/platform/mail/smtp.ts';
import { connectSmsGateway } from '../../src/platform/sms/gateway.ts';
import { startInbox, type Inbox } from './inbox.ts';
import { openMessages } from './messages.ts';
import { localeOf } from './words.ts';

const clock = { now: () => new Date('2026-11-21T08:00:00Z') };
const tell = vi.fn<Log['warn']>();
const log = { info: tell, warn: tell, error: tell, debug: tell };
const answer = z.object({ items: z.array(z.record(z.string(), z.string())) });

let inbox: Inbox;

beforeEach(async () => {
  inbox = await startInbox({ clock, log });
});

afterEach(async () => {
  await inbox.stop();
  if (tell.mock.calls.length > 0) throw new Error(`unexpected log: ${JSON.stringify(tell.mock.calls)}`);
});

const ask = async (query: string) => answer.parse(await (await fetch(`${inbox.inboxUrl}/api/messages${query}`)).json());

async function sendMails(...recipients: string[]): Promise<void> {
  const mail = connectSmtp(inbox.smtpUrl, { from: 'ne-pas-repondre@perenne.example' });
  await mail.check();
  for (const to of recipients) {
    await mail.send({ to, subject: `À vous, ${to}`, text: 'Votre code : 482913', html: '<p>Code <b>482913</b></p>' });
  }
  await mail.close();
}

const sms = (token = inbox.smsToken) => connectSmsGateway({ url: inbox.smsUrl, token, sender: 'PERENNE' });

it('shows mails and SMS, newest first, and finds them by recipient and channel', async () => {
  await sendMails('camille@example.org', 'thomas@example.org');
  await sms().send({ to: '+33612345678', text: 'Pérenne : 123456' });
  const { items } = await ask('');
  expect(items.map(({ channel, to }) => [channel, to])).toEqual([
    ['SMS', '+33612345678'],
    ['EMAIL', 'thomas@example.org'],
    ['EMAIL', 'camille@example.org'],
  ]);
  expect(items[2]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    channel: 'EMAIL',
    to: 'camille@example.org',
    subject: 'À vous, camille@example.org',
    text: expect.stringContaining('Votre code : 482913'),
    html: '<p>Code <b>482913</b></p>',
    sentAt: '2026-11-21T08:00:00.000Z',
  });
  expect((await ask('?to=CAMILLE@example.org')).items.length).toBe(1);
  expect((await ask('?channel=SMS')).items.length).toBe(1);
  // The plus of an unescaped number reads as a space.
  expect((await ask('?to=+33612345678&channel=SMS')).items.length).toBe(1);
  expect((await ask('?to=%2B33612345678')).items.length).toBe(1);
  expect((await ask('?to=nobody@example.org')).items).toEqual([]);
});

it('takes many mails over several connections', async () => {
  const recipients = Array.from({ length: 40 }, (_, at) => `person${at}@example.org`);
  await Promise.all([sendMails(...recipients.slice(0, 20)), sendMails(...recipients.slice(20))]);
  expect(new Set((await ask('?channel=EMAIL')).items.map(({ to }) => to))).toEqual(new Set(recipients));
});

it('takes SMS from who knows the token only, and only real ones', async () => {
  await expect(sms('wrong').check()).rejects.toThrow('401');
  await expect(sms('wrong').send({ to: '+33612345678', text: 'x' })).rejects.toThrow('401');
  await expect(sms().send({ to: 'not a number', text: 'x' })).rejects.toThrow('refused');
  await sms().check();
  expect((await ask('')).items).toEqual([]);
});

it('shows a page under a strict policy, in the language of the browser', async () => {
  await sendMails('camille@example.org');
  const page = await fetch(inbox.inboxUrl, { headers: { 'accept-language': 'en-GB,en;q=0.9' } });
  const html = await page.text();
  expect(html).toContain('<html lang="en"');
  expect(html).toContain('À vous, camille@example.org');
  expect(html).not.toMatch(/<style|style="|<script>/);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  for (const [, path] of html.matchAll(/(?:href|src)="(\/[^"]*)"/g)) {
    const { status } = await fetch(inbox.inboxUrl + path?.replaceAll('&amp;', '&'));
    expect({ path, status }).toEqual({ path, status: 200 });
  }
  const french = await fetch(inbox.inboxUrl, { headers: { 'accept-language': 'fr' } });
  expect(await french.text()).toContain('Boîte de démonstration');
});

it('shows a mail where nothing of it can run', async () => {
  await sendMails('camille@example.org');
  const [message] = (await ask('')).items;
  const frame = await fetch(`${inbox.inboxUrl}/messages/${message?.['id']}`);
  expect(await frame.text()).toBe('<base target="_blank"><p>Code <b>482913</b></p>');
  const policy = frame.headers.get('content-security-policy');
  expect(policy).toContain('sandbox');
  expect(policy).not.toMatch(/script|allow-same-origin/);
});

it('shows what people typed without running it', async () => {
  await sms().send({ to: '+33612345678', text: '<script>alert(1)</script>' });
  const html = await (await fetch(`${inbox.inboxUrl}/?to=%22%3E%3Cscript%3E`)).text();
  expect(html).not.toContain('"><script>');
  expect(await (await fetch(inbox.inboxUrl)).text()).toContain('&lt;script&gt;alert(1)');
});

it('answers what it does not know as unknown', async () => {
  const statuses = ['/nothing', '/messages/0', '/api/messages?channel=FAX'].map(
    async (path) => (await fetch(inbox.inboxUrl + path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 404, 400]);
  expect((await fetch(inbox.inboxUrl, { method: 'DELETE' })).status).toBe(405);
});

it('sends an unchanged page once', async () => {
  const { headers } = await fetch(inbox.inboxUrl);
  const again = await fetch(inbox.inboxUrl, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
});

it('runs beside another one', async () => {
  const other = await startInbox({ clock, log });
  await sendMails('camille@example.org');
  expect((await (await fetch(`${other.inboxUrl}/api/messages`)).text()).trim()).toBe('{"items":[]}');
  await other.stop();
});

it('forgets the oldest messages', () => {
  const messages = openMessages(clock, 3);
  for (const text of ['1', '2', '3', '4']) messages.add({ channel: 'SMS', to: '+33612345678', text });
  expect(messages.list({}).map(({ text }) => text)).toEqual(['4', '3', '2']);
});

it.each([
  [undefined, 'fr'],
  ['de-DE,de', 'fr'],
  ['en', 'en'],
  ['en;q=0.5, fr;q=0.8', 'fr'],
  ['de, en-US;q=0.7, fr;q=0', 'en'],
])('reads %j as %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
