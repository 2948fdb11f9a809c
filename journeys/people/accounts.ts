import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Names to the workers the place where the product that was started keeps its data. */
export const dataFolderVariable = 'PERENNE_JOURNEYS_DATA';

const accounts = z.object({
  baseUrl: z.url(),
  inboxUrl: z.url(),
  employers: z.array(
    z.object({ name: z.string(), clientId: z.string(), clientSecret: z.string(), refusalAllowed: z.boolean() }),
  ),
  users: z.array(
    z.object({ email: z.string(), password: z.string(), firstName: z.string(), mustChangeEmail: z.boolean() }),
  ),
  franceConnect: z.object({
    issuer: z.url(),
    identities: z.array(
      z.object({ login: z.string(), password: z.string(), email: z.string(), firstName: z.string() }),
    ),
  }),
  mailbox: z
    .object({ host: z.string(), port: z.number(), login: z.string(), password: z.string(), senders: z.string() })
    .nullable(),
  partner: z.object({
    url: z.url(),
    accounts: z.array(
      z.object({ login: z.string(), password: z.string(), mfa: z.string().nullable(), behaviour: z.string() }),
    ),
  }),
  sftp: z
    .object({ host: z.string(), port: z.int(), login: z.string(), password: z.string(), folder: z.string() })
    .nullable(),
  webdav: z.object({ url: z.string(), login: z.string(), password: z.string(), folder: z.string() }).nullable(),
});

export type Accounts = z.output<typeof accounts> & { dataFolder: string };

/** A running product's description of itself: by default of the one that most journeys share. */
export function readAccounts(dataFolder = process.env[dataFolderVariable]): Accounts {
  if (!dataFolder) throw new Error('The product was not started.');
  return { ...accounts.parse(JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8'))), dataFolder };
}
