import { generateKeySync } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fakeSms, type FakeSms } from '../../testing/fake-sms.ts';
import type { Log } from '../log.ts';
import type { SendInTurn } from '../sent-codes.ts';
import { openDatabase } from '../postgres/db.ts';
import { deliverSms, queueSms } from './outbox.ts';

const sealed = z.object({ smsId: z.string(), sealed: z.string() });
type Data = Parameters<typeof deliverSms>[1];

const message = { to: '+33612345678', text: 'Bonjour' };
let now: Date;
let sms: FakeSms;
let queue: Data[];

const values = generateKeySync('aes', { length: 256 });
const info = vi.fn<Log['info']>();
const warn = vi.fn<Log['warn']>();
const platform = () => ({
  secrets: { values },
  clock: { now: () => now },
  sms,
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
  sms = fakeSms();
  queue = [];
});

async function queued(extra: { validUntil?: Date } = {}): Promise<Data> {
  await queueSms(db, platform(), { ...message, ...extra });
  const data = queue.at(-1);
  if (!data) throw new Error('nothing was queued');
  return data;
}

it('keeps nothing of the message in clear while it waits', async () => {
  const data = await queued();
  const kept = JSON.stringify(data) + Buffer.from(data.sealed, 'base64').toString('latin1');
  expect(kept).not.toMatch(/612345678|Bonjour/);
  await deliverSms(platform(), data, always);
  expect(sms.sent).toEqual([{ id: data.smsId, ...message }]);
});

it('does not take one message for another', async () => {
  const [first, second] = [await queued(), await queued()];
  await expect(deliverSms(platform(), { smsId: first.smsId, sealed: second.sealed }, always)).rejects.toThrow('seal');
  expect(sms.sent).toEqual([]);
});

it('fails, to be tried again, while the gateway is away', async () => {
  const data = await queued();
  sms.setDown(true);
  await expect(deliverSms(platform(), data, always)).rejects.toThrow('down');
  sms.setDown(false);
  await deliverSms(platform(), data, always);
  expect(sms.sent.length).toBe(1);
});

it('gives up on a number that is refused, and does not tell it in the log', async () => {
  const data = await queued();
  sms.refuse(message.to);
  await deliverSms(platform(), data, always);
  expect(warn.mock.calls).toEqual([[{ smsId: data.smsId, code: '422' }, 'an SMS was refused for good']]);
});

it('does not send what came too late', async () => {
  const data = await queued({ validUntil: new Date('2026-11-21T08:10:00Z') });
  now = new Date('2026-11-21T08:09:59Z');
  await deliverSms(platform(), data, always);
  expect(sms.sent.length).toBe(1);
  now = new Date('2026-11-21T08:10:01Z');
  await deliverSms(platform(), data, always);
  expect(sms.sent.length).toBe(1);
});
