import { requestResetCode } from '@perenne/contract/passwords';
import { call } from '../../../lib/api/call.ts';
import type { ResetMode } from './reset-machine.ts';

/** The answer is the same for every address: the pages say no more than it does. */
export const askResetCode = (email: string, mode: ResetMode): Promise<undefined> =>
  call(requestResetCode, { body: { email, mode } });
