import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { emailTag } from './account-record.ts';
import { findByEmail, setOtherVersion } from './accounts.store.ts';
import { reopenPasswordWays } from '../password/password-tries/password-tries.store.ts';

type Parts = Pick<Platform, 'db' | 'secrets' | 'clock' | 'vault'>;

/** Opens an account that wrong passwords have locked. False when nobody has the address. */
export const unlockAccountAsOperator = (platform: Parts, email: string): Promise<boolean> =>
  changeAccount(platform, { email, action: 'account.unlocked' }, reopenPasswordWays);

/** Says whether an account lives in another version of the application. False when nobody has the address. */
export const markOtherVersion = (platform: Parts, email: string, isElsewhere: boolean): Promise<boolean> =>
  changeAccount(platform, { email, action: 'account.version-changed' }, (tx, safeId) =>
    setOtherVersion(tx, safeId, isElsewhere),
  );

type Asked = { email: string; action: 'account.unlocked' | 'account.version-changed' };

/** The owner of an account reads what the operator does to it. */
const changeAccount = (
  platform: Parts,
  { email, action }: Asked,
  change: (tx: Tx, safeId: string) => Promise<unknown>,
): Promise<boolean> =>
  platform.db.transaction().execute(async (tx) => {
    const account = await findByEmail(tx, emailTag(platform.secrets, email));
    if (!account) return false;
    await change(tx, account.safeId);
    await appendJournal(tx, platform, { safeId: account.safeId, action, actor: { kind: 'operator' } });
    return true;
  });
