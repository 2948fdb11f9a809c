import type { RequestContext } from '@perenne/contract/document-requests';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Authenticate, Sender } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { refusalOfGone } from '../gone-safe.ts';
import { isActive } from '../sharing.rules.ts';
import { findRequest } from './requests.store.ts';
import { openRequest } from './sealed-request.ts';

type Opened = { safeId: string; requestId: string; expiresAt: Date };

/** The address by which files are sent: of the pages as they are configured, whatever a request says. */
export async function requestLinkOf(platform: Platform, { safeId, requestId, expiresAt }: Opened): Promise<string> {
  const token = await platform.tokens.issue('request', { sub: safeId, sid: requestId, expiresAt }, { browser: null });
  const url = new URL('/public/document-requests', platform.settings.publicUrl);
  url.searchParams.set('token', token);
  return url.href;
}

/** The row is read at each request: a request that has ended takes nothing any more. */
export const authenticateSender =
  ({ tokens, clock, db }: Platform): Authenticate<Sender> =>
  async (token, origin) => {
    const claims = await tokens.read('request', token, origin);
    if (!claims || !isId(claims.sub) || !isId(claims.sid)) return null;
    const key = { safeId: claims.sub, requestId: claims.sid };
    const row = await findRequest(db, key);
    if (!row) throw await refusalOfGone(db, claims.sub);
    if (!isActive(row, clock.now())) throw new DomainError('EntityNotFound', { gone: true });
    const { sealed: sealedRequest, maxFiles, receivedCount, lastReceivedAt, expiresAt } = row;
    return { kind: 'sender', ...key, sealedRequest, maxFiles, receivedCount, lastReceivedAt, expiresAt, ...origin };
  };

/** The facts for the person who follows the link: nothing of the safe, nor of what others have sent. */
export async function readRequestContext(platform: Platform, sender: Sender): Promise<RequestContext> {
  const { values } = await platform.vault.keysOf(sender.safeId, 'sharing');
  const { title, message, sender: name } = openRequest(values, sender.requestId, sender.sealedRequest);
  return {
    ...{ title, message, sender: name, maxFiles: sender.maxFiles },
    expirationDate: sender.expiresAt.toISOString(),
    filesLeft: sender.maxFiles - sender.receivedCount,
  };
}
