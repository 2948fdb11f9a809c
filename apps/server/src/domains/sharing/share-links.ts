import type { Platform } from '../../platform/platform.ts';
import { deriveReference, linkTo } from '../../platform/references.ts';
import type { Secrets } from '../../platform/secrets.ts';

type Parts = Pick<Platform, 'secrets' | 'settings'>;
type LinkKey = { safeId: string; linkId: string };

const referenceOf = (secrets: Pick<Secrets, 'codeTag'>, { safeId, linkId }: LinkKey): string =>
  deriveReference(secrets, 'share-reference', safeId, linkId);

/** The address that opens a share for a recipient: of the pages as they are configured, whatever a request says. */
export const shareLinkOf = (platform: Parts, key: LinkKey): string =>
  linkTo(platform, referenceOf(platform.secrets, key));

/** Under which a share is found by the reference of its link. */
export const shareReferenceTag = (secrets: Pick<Secrets, 'codeTag'>, reference: string): Buffer =>
  secrets.codeTag('share-link-reference', reference);

export const referenceTagOfShare = (secrets: Pick<Secrets, 'codeTag'>, key: LinkKey): Buffer =>
  shareReferenceTag(secrets, referenceOf(secrets, key));
