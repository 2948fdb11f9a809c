import { expect } from '@playwright/test';
import { z } from 'zod';
import { pace } from '../checks/pace.ts';
import { readMails } from './inbox.ts';

const opened = z.object({ kind: z.string(), token: z.string() });

/** The links of an address's newest mail that has some: the first is what the mail is about. */
export async function readMailedLinks(inboxUrl: string, to: string): Promise<string[]> {
  const find = async () =>
    (await readMails(inboxUrl, to))
      .map(({ text }) => text.match(/https?:\/\/\S+\/p#[\w-]{22}/g) ?? [])
      .find(([link]) => link) ?? [];
  await expect.poll(async () => (await find()).length, { timeout: 30_000 * pace }).toBeGreaterThan(0);
  return find();
}

export const readMailedLink = async (inboxUrl: string, to: string): Promise<string> =>
  (await readMailedLinks(inboxUrl, to))[0] ?? '';

/** Asks for the token of a link, as the pages do. */
export async function tokenOfLink({ baseUrl }: { baseUrl: string }, link: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/backend/api/v1/public/links`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ reference: new URL(link).hash.slice(1) }),
  });
  return opened.parse(await answer.json()).token;
}
