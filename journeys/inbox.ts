import { expect } from '@playwright/test';
import { z } from 'zod';

const messages = z.object({ items: z.array(z.object({ id: z.string(), text: z.string() })) });

/** Everything that was mailed to an address, the newest first. */
export async function readMails(inboxUrl: string, to: string) {
  const answer = await fetch(`${inboxUrl}/api/messages?channel=EMAIL&to=${encodeURIComponent(to)}`);
  return messages.parse(await answer.json()).items;
}

/** The newest code mailed to an address, once there are `count` mails. */
export async function readMailedCode(inboxUrl: string, to: string, count = 1): Promise<string> {
  await expect.poll(async () => (await readMails(inboxUrl, to)).length, { timeout: 30_000 }).toBe(count);
  const [newest] = await readMails(inboxUrl, to);
  const code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
  if (!code) throw new Error('The mail holds no code.');
  return code;
}
