import type { Collector } from '../../packages/contract/src/collectors.ts';
import type { Accounts } from './accounts.ts';
import { OwnerCalls } from './owner-calls.ts';

/** An account at the partner of the demonstration, by what happens to who visits in its name. */
export function partnerAccount({ partner }: Accounts, behaviour: string) {
  const account = partner.accounts.find((one) => one.behaviour === behaviour);
  if (!account) throw new Error(`The partner has no account “${behaviour}”.`);
  return account;
}

/** Connects such an account, as the page does; the collector is called as it behaves. */
export async function connectAccount(
  accounts: Accounts,
  { token, behaviour, ...other }: { token: string; behaviour: string; login?: string },
): Promise<Collector> {
  const { login, password } = partnerAccount(accounts, behaviour);
  return (await new OwnerCalls(accounts, token).call('POST', 'collectors', {
    ...{ agentId: 'lumen-energie', accountName: behaviour, authorised: true },
    credentials: { login: other.login ?? login, password },
  })) as Collector;
}
