import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Accounts } from './accounts.ts';
import { pace } from '../checks/pace.ts';

const messages = z.object({ items: z.array(z.object({ id: z.string(), text: z.string() })) });

interface Contact {
  channel: 'EMAIL' | 'SMS';
  to: string;
}

async function readNewest({ inboxUrl }: Accounts, { channel, to }: Contact) {
  const answer = await fetch(`${inboxUrl}/api/messages?channel=${channel}&to=${encodeURIComponent(to)}`);
  return messages.parse(await answer.json()).items;
}

/** Returns the match in the first message that `act` has sent to a contact, whatever that contact had before. */
export async function sentBy(
  accounts: Accounts,
  { pattern = /\b\d{6}\b/, ...contact }: Contact & { pattern?: RegExp },
  act: () => Promise<void>,
): Promise<string> {
  const before = new Set((await readNewest(accounts, contact)).map(({ id }) => id));
  await act();
  let found: string | undefined;
  const look = async () => {
    const sent = (await readNewest(accounts, contact)).filter(({ id }) => !before.has(id));
    found = sent.map(({ text }) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
    return found;
  };
  await expect.poll(look, { timeout: 30_000 * pace }).toBeDefined();
  return found ?? '';
}
