import { createHash, generateKeySync } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fakeSms, type FakeSms } from '../../testing/fakes/fake-sms.ts';
import type { Log } from '../log.ts';
import type { SendInTurn } from '../sent-codes.ts';
import { openDatabase } from '../postgres/db.ts';
import { deliverSms, queueSms } from './outbox.ts';

const sealed = z.object({ smsId: z.string(), sealed: z.string(), recipient: z.string() });
type Data = Parameters<typeof deliverSms>[1];

const message = { to: '+33612345678', text: 'Bonjour' };
let now: Date;
let sms: FakeSms;
let queue: Data[];
/** How many seconds later each may be taken from the queue. */
let delays: number[];

const values = generateKeySync('aes', { length: 256 });
const info = vi.fn<Log['info']>();
const warn = vi.fn<Log['warn']>();
const tag = (...parts: string[]) => createHash('sha256').update(parts.join()).digest();
const log = { info, warn, error: info, debug: info };
// Never asked anything.
const { db } = openDatabase({ url: 'postgresql://localhost', poolSize: 1, log });
const platform = () => ({
  ...{ db, log, sms },
  secrets: { values, tag },
  clock: { now: () => now },
  jobs: {
    enqueue: async (_tx: unknown, { afterSeconds = 0 }: { afterSeconds?: number }, data: object) => {
      queue.push(sealed.parse(data));
      delays.push(afterSeconds);
    },
  },
});

/** Each message has its turn. */
const always: SendInTurn = async (_message, send) => {
  await send();
  return 'sent';
};

beforeEach(() => {
  vi.clearAllMocks();
  now = new Date('2026-11-21T08:00:00Z');
  sms = fakeSms();
  queue = [];
  delays = [];
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
  await expect(deliverSms(platform(), { ...second, smsId: first.smsId }, always)).rejects.toThrow('seal');
  expect(sms.sent).toEqual([]);
});

it('goes back into the queue for a moment where it is not its turn yet', async () => {
  const data = await queued();
  const turn = vi.fn<SendInTurn>().mockResolvedValue('waits');
  await deliverSms(platform(), data, turn);
  expect(turn.mock.calls[0]?.[0].to).toBe(message.to);
  expect([sms.sent, queue, delays]).toEqual([[], [data, data], [0, 1]]);
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
