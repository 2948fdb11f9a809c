import { generateKeySync } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fakeMail, type FakeMail } from '../../testing/fake-mail.ts';
import type { Log } from '../log.ts';
import type { SendInTurn } from '../sent-codes.ts';
import { openDatabase } from '../postgres/db.ts';
import { deliverMail, queueMail } from './outbox.ts';

const sealed = z.object({ mailId: z.string(), sealed: z.string() });
type Data = Parameters<typeof deliverMail>[1];

const message = { to: 'camille@example.org', subject: 'Bonjour', text: 'Bonjour', html: '<p>Bonjour</p>' };
let now: Date;
let mail: FakeMail;
let queue: Data[];

const values = generateKeySync('aes', { length: 256 });
const info = vi.fn<Log['info']>();
const warn = vi.fn<Log['warn']>();
const platform = () => ({
  secrets: { values },
  clock: { now: () => now },
  mail,
  jobs: {
    enqueue: async (_tx: unknown, _job: unknown, data: object) => void queue.push(sealed.parse(data)),
  },
  log: { info, warn, error: info, debug: info },
});
// Never asked anything.
const { db } = openDatabase({ url: 'postgresql://localhost', poolSize: 1, log: platform().log });

/** The code in each message is the valid one. */
const always: SendInTurn = async (_code, send) => {
  await send();
  return true;
};

beforeEach(() => {
  vi.clearAllMocks();
  now = new Date('2026-11-21T08:00:00Z');
  mail = fakeMail();
  queue = [];
});

async function queued(extra: { validUntil?: Date } = {}): Promise<Data> {
  await queueMail(db, platform(), { ...message, ...extra });
  const data = queue.at(-1);
  if (!data) throw new Error('nothing was queued');
  return data;
}

it('keeps nothing of the message in clear while it waits', async () => {
  const data = await queued();
  const kept = JSON.stringify(data) + Buffer.from(data.sealed, 'base64').toString('latin1');
  expect(kept).not.toMatch(/camille|Bonjour/);
  await deliverMail(platform(), data, always);
  expect(mail.sent).toEqual([{ id: data.mailId, ...message }]);
});

it('does not take one mail for another', async () => {
  const [first, second] = [await queued(), await queued()];
  await expect(deliverMail(platform(), { mailId: first.mailId, sealed: second.sealed }, always)).rejects.toThrow(
    'seal',
  );
  expect(mail.sent).toEqual([]);
});

it('fails, to be tried again, while the server is away', async () => {
  const data = await queued();
  mail.setDown(true);
  await expect(deliverMail(platform(), data, always)).rejects.toThrow('down');
  mail.setDown(false);
  await deliverMail(platform(), data, always);
  expect(mail.sent.length).toBe(1);
});

it('gives up on a recipient who is refused, and does not name them in the log', async () => {
  const data = await queued();
  mail.refuse(message.to);
  await deliverMail(platform(), data, always);
  expect(warn.mock.calls).toEqual([[{ mailId: data.mailId, code: '550' }, 'a mail was refused for good']]);
});

it('does not send what came too late', async () => {
  const data = await queued({ validUntil: new Date('2026-11-21T08:10:00Z') });
  now = new Date('2026-11-21T08:09:59Z');
  await deliverMail(platform(), data, always);
  expect(mail.sent.length).toBe(1);
  now = new Date('2026-11-21T08:10:01Z');
  await deliverMail(platform(), data, always);
  expect(mail.sent.length).toBe(1);
});
