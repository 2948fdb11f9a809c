import type { Logger } from 'pino';
import type { Config } from '../src/config.ts';
import { systemClock } from '../src/platform/clock.ts';
import type { Platform } from '../src/platform/platform.ts';
import { startInbox } from './inbox/inbox.ts';
import { announcementOf } from './world/announcement.ts';
import { removeDemoFile, writeDemoFile } from './world/demo-file.ts';
import { recallAccounts, rememberAccounts } from './world/remembered-accounts.ts';
import { ensureWorld } from './world/world.ts';

export type StandIns = {
  smtpUrl: string;
  sms: { url: string; token: string };
  inboxUrl: string;
  stop(): Promise<void>;
  /** Makes the world in an empty data folder, and tells where everything is. */
  makeWorld(platform: Platform): Promise<void>;
};

/** What stands in for the outside in the demonstration, which lives in a data folder of its own. */
export async function startStandIns({ dataFolder, clockOffsetMs }: Config, log: Logger): Promise<StandIns> {
  await removeDemoFile(dataFolder);
  const inbox = await startInbox({ clock: systemClock(clockOffsetMs), log });
  const { smtpUrl, inboxUrl } = inbox;
  return {
    ...{ smtpUrl, inboxUrl, stop: inbox.stop },
    sms: { url: inbox.smsUrl, token: inbox.smsToken },
    makeWorld: (platform) => openWorld(platform, { dataFolder, inboxUrl }),
  };
}

type Place = { dataFolder: string; inboxUrl: string };

async function openWorld(platform: Platform, { dataFolder, inboxUrl }: Place): Promise<void> {
  const { secrets, settings, antivirus } = platform;
  const baseUrl = settings.publicUrl;
  const accounts = (await recallAccounts(secrets, dataFolder)) ?? (await makeAndRemember(platform, dataFolder));
  await writeDemoFile({ baseUrl, inboxUrl, dataFolder, accounts });
  process.stdout.write(announcementOf({ baseUrl, inboxUrl, isScanned: antivirus.enabled, accounts }));
}

async function makeAndRemember(platform: Platform, dataFolder: string) {
  const made = await ensureWorld(platform);
  await rememberAccounts(platform.secrets, dataFolder, made);
  return made;
}
