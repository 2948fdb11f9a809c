import type { OpenedLink } from '@perenne/contract/links';
import { DomainError } from '../../platform/domain-error.ts';
import type { Platform } from '../../platform/platform.ts';
import { readMailedLink } from '../identity/identity.ts';
import { openSharingLink } from '../sharing/sharing.ts';

/**
 * Says what a link is for, with the token of the calls behind it; it uses nothing up.
 * @throws {DomainError} EntityNotFound (410), whether the link is over or never was
 */
export async function openLink(platform: Platform, reference: string): Promise<OpenedLink> {
  const [mailed, shared] = await Promise.all([
    readMailedLink(platform, reference),
    openSharingLink(platform, reference),
  ]);
  const opened = mailed ?? shared;
  if (!opened) throw new DomainError('EntityNotFound', { field: 'reference', gone: true });
  return opened;
}
