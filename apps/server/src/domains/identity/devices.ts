import type { Origin } from '../../platform/http/actors.ts';
import { parisMinute } from '../../platform/calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { describeAgent } from './agents.rules.ts';
import { deviceMails } from './devices.messages.ts';
import { rememberDevice } from './devices.store.ts';
import { findOwner, mailTo } from './owner.ts';

/**
 * Mails the owner at a sign-in from a device that was never seen; not for the first of all. A browser is
 * known by the cookie that its tokens are bound to, another client by what it calls itself.
 */
export async function noteDevice(
  tx: Tx,
  platform: Platform,
  { safeId, origin }: { safeId: string; origin: Origin },
): Promise<void> {
  const now = platform.clock.now();
  const name = origin.browser === null ? ['agent', origin.agent] : ['browser', origin.browser];
  const deviceTag = platform.secrets.tag('device', safeId, ...name);
  if (!(await rememberDevice(tx, { safeId, deviceTag, now }))) return;
  const to = await findOwner(tx, platform, safeId);
  if (!to) return;
  const { publicUrl } = platform.settings;
  const links = {
    devicesUrl: new URL('/account/safety', publicUrl).href,
    resetUrl: new URL('/reset-password', publicUrl).href,
  };
  const told = { at: parisMinute(to.locale, now), ...describeAgent(origin.agent), ...links };
  await mailTo(tx, platform, { to, mail: (locale) => deviceMails[locale].newDevice(told) });
}
