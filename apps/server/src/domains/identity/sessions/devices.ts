import { parisMinute } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { describeAgent } from './agents.rules.ts';
import { deviceMails } from './devices.messages.ts';
import { rememberDevice } from './devices.store.ts';
import { findOwner, mailTo } from '../account/owner.ts';

type Device = { safeId: string; agent: string; knownBrowser: string | null };

/**
 * Mails the owner at a sign-in from a device that was never seen; not for the first of all. A browser is
 * known by its sealed cookie, another client by what it calls itself.
 */
export async function noteDevice(tx: Tx, platform: Platform, { safeId, agent, knownBrowser }: Device): Promise<void> {
  const now = platform.clock.now();
  const name = knownBrowser === null ? ['agent', agent] : ['browser', knownBrowser];
  const deviceTag = platform.secrets.tag('device', safeId, ...name);
  if (!(await rememberDevice(tx, { safeId, deviceTag, now }))) return;
  const to = await findOwner(tx, platform, safeId);
  if (!to) return;
  const { publicUrl } = platform.settings;
  const links = {
    devicesUrl: new URL('/account/safety', publicUrl).href,
    resetUrl: new URL('/reset-password', publicUrl).href,
  };
  const facts = { at: parisMinute(to.locale, now), ...describeAgent(agent), ...links };
  await mailTo(tx, platform, { to, mail: (locale) => deviceMails[locale].newDevice(facts) });
}
