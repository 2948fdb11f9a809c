import type { RequestContext } from '@perenne/contract/document-requests';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Authenticate, Sender } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deriveReference, linkTo } from '../../../platform/references.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { refusalOfGone } from '../gone-safe.ts';
import { isActive } from '../sharing.rules.ts';
import { findRequest, type RequestKey } from './requests.store.ts';
import { openRequest } from './sealed-request.ts';

type Codes = Pick<Secrets, 'codeTag'>;

const referenceOf = (secrets: Codes, { safeId, requestId }: RequestKey): string =>
  deriveReference(secrets, 'request-reference', safeId, requestId);

/** The address by which files are sent: of the pages as they are configured, whatever a request says. */
export const requestLinkOf = (platform: Pick<Platform, 'secrets' | 'settings'>, key: RequestKey): string =>
  linkTo(platform, referenceOf(platform.secrets, key));

/** Under which a request is found by the reference of its link. */
export const requestReferenceTag = (secrets: Codes, reference: string): Buffer =>
  secrets.codeTag('request-link-reference', reference);

export const referenceTagOfRequest = (secrets: Codes, key: RequestKey): Buffer =>
  requestReferenceTag(secrets, referenceOf(secrets, key));

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
