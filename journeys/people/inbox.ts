import { expect } from '@playwright/test';
import { z } from 'zod';
import { pace } from '../checks/pace.ts';

const messages = z.object({ items: z.array(z.object({ id: z.string(), text: z.string() })) });

type Channel = 'EMAIL' | 'SMS';

/** Everything that was sent to an address or a number, the newest first. */
async function readMessages(inboxUrl: string, channel: Channel, to: string) {
  const answer = await fetch(`${inboxUrl}/api/messages?channel=${channel}&to=${encodeURIComponent(to)}`);
  return messages.parse(await answer.json()).items;
}

/** Everything that was mailed to an address, the newest first. */
export const readMails = (inboxUrl: string, to: string) => readMessages(inboxUrl, 'EMAIL', to);

/** The newest code mailed to an address, once there are `count` mails. */
export const readMailedCode = (inboxUrl: string, to: string, count = 1): Promise<string> =>
  readCode(() => readMails(inboxUrl, to), count);

/** The newest code sent to a number (E.164), once there are `count` SMS. */
export const readTextedCode = (inboxUrl: string, to: string, count = 1): Promise<string> =>
  readCode(() => readMessages(inboxUrl, 'SMS', to), count);

async function readCode(read: () => ReturnType<typeof readMessages>, count: number): Promise<string> {
  await expect.poll(async () => (await read()).length, { timeout: 30_000 * pace }).toBe(count);
  const codes = (await read()).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
  const code = codes.find((each) => each !== undefined);
  if (!code) throw new Error('No message holds a code.');
  return code;
}
