import { createHash, generateKeySync } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fakeMail, type FakeMail } from '../../testing/fakes/fake-mail.ts';
import type { Log } from '../log.ts';
import type { SendInTurn } from '../sent-codes.ts';
import { openDatabase } from '../postgres/db.ts';
import { deliverMail, queueMail } from './outbox.ts';

const sealed = z.object({ mailId: z.string(), sealed: z.string(), recipient: z.string() });
type Data = Parameters<typeof deliverMail>[1];

const message = { to: 'camille@example.org', subject: 'Bonjour', text: 'Bonjour', html: '<p>Bonjour</p>' };
let now: Date;
let mail: FakeMail;
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
  ...{ db, log, mail },
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
  mail = fakeMail();
  queue = [];
  delays = [];
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
  await expect(deliverMail(platform(), { ...second, mailId: first.mailId }, always)).rejects.toThrow('seal');
  expect(mail.sent).toEqual([]);
});

it('goes back into the queue for a moment where it is not its turn yet', async () => {
  const data = await queued();
  const turn = vi.fn<SendInTurn>().mockResolvedValue('waits');
  await deliverMail(platform(), data, turn);
  expect(turn.mock.calls[0]?.[0].to).toBe(message.to);
  expect([mail.sent, queue, delays]).toEqual([[], [data, data], [0, 1]]);
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
