import type { Authenticate, Newcomer } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readEmployee } from '../employers/employers.ts';
import { isTokenSpent } from '../identity/identity.ts';

/** An activation token names an employee; it ends with the activation, whoever has done it. */
export const authenticateNewcomer =
  (platform: Platform): Authenticate<Newcomer> =>
  async (token, origin) => {
    const claims = await platform.tokens.read('activation', token, origin);
    if (!claims) return null;
    const { sub: employeeId, sid: employerId, jti: tokenId } = claims;
    const employee = await readEmployee(platform.db, platform, { employerId, employeeId });
    if (!employee || employee.state === 'activated' || (await isTokenSpent(platform.db, tokenId))) return null;
    return { kind: 'newcomer', employerId, employeeId, tokenId, ...origin };
  };
