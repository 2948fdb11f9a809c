import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../src/platform/files/make-folder.ts';
import type { StandInFolders } from '../files/folders.ts';
import type { StandInMailbox } from '../mailbox/mailbox.ts';
import type { StandInPartner } from '../partner/partner.ts';
import type { Accounts } from './accounts.ts';
import { writePrivateFile } from './private-file.ts';

const fileOf = (dataFolder: string): string => join(dataFolder, 'demo.json');

/** Its presence says that all is ready: one that an earlier run wrote says nothing of this one. */
export async function removeDemoFile(dataFolder: string): Promise<void> {
  await makeFolder(dataFolder);
  await rm(fileOf(dataFolder), { force: true });
}

type Told = {
  baseUrl: string;
  inboxUrl: string;
  dataFolder: string;
  accounts: Accounts;
  partner: Pick<StandInPartner, 'url' | 'accounts'>;
  folders: Pick<StandInFolders, 'accounts'>;
  mailbox: Pick<StandInMailbox, 'account'> | null;
};

/** Writes where everything is and who may enter, for people and for tests. */
export function writeDemoFile({ baseUrl, inboxUrl, dataFolder, accounts, ...servers }: Told): Promise<void> {
  const { partner, folders, mailbox } = servers;
  const content = {
    ...{ baseUrl, inboxUrl },
    operator: { dataFolder },
    ...accounts,
    partner: { url: partner.url, accounts: partner.accounts },
    // Servers that this machine may have, which collectors can be tried on.
    ...{ mailbox: mailbox?.account ?? null, ...folders.accounts },
  };
  return writePrivateFile(fileOf(dataFolder), `${JSON.stringify(content, null, 2)}\n`);
}
