import { logout } from '@perenne/contract/identity';
import { call } from '../api/call.ts';
import { forgetTab } from '../browser/tab-memory.ts';
import { clearTokens, readToken } from '../api/tokens.ts';

/**
 * Signs out: this browser forgets at once, and the server is notified. If it cannot be reached, its session ends by
 * itself; the token is gone from here all the same.
 */
export async function signOut(): Promise<void> {
  const token = readToken('authToken');
  clearTokens();
  forgetTab();
  if (!token) return;
  await call(logout, { token });
}
