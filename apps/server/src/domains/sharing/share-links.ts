import type { Platform } from '../../platform/platform.ts';

type Opened = { safeId: string; linkId: string; expiresAt: Date };

/** Mails are read anywhere: a link is bound to no browser. */
const anyBrowser = { browser: null };

/** The address that opens a share for a recipient: of the pages as they are configured, whatever a request says. */
export async function linkOf(platform: Platform, { safeId, linkId, expiresAt }: Opened): Promise<string> {
  const token = await platform.tokens.issue('code', { sub: safeId, sid: linkId, expiresAt }, anyBrowser);
  const url = new URL('/public/sharings', platform.settings.publicUrl);
  url.searchParams.set('token', token);
  return url.href;
}
