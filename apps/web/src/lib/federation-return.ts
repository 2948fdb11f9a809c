import { forgetInTab, keepInTab, readFromTab } from './tab-memory.ts';

const key = 'federationLogoutState';

export const keepLogoutState = (state: string | null): void => keepInTab(key, state);

/** Whether the federation sends back the state that this tab left with: then the sign-out is what happened. */
export function isBackFromLogout(state: string | undefined): boolean {
  const kept = readFromTab(key);
  forgetInTab(key);
  return state !== undefined && kept === state;
}
