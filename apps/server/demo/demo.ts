import type { Logger } from 'pino';
import type { Config } from '../src/config.ts';
import { AntivirusUnavailable } from '../src/platform/antivirus/antivirus.ts';
import { systemClock } from '../src/platform/time/clock.ts';
import type { LocalReach } from '../src/platform/collecting/reach.ts';
import type { Platform } from '../src/platform/platform.ts';
import { StartError } from '../src/platform/start-error.ts';
import type { FederationSettings } from '../src/platform/federation/settings.ts';
import type { TimestampSettings } from '../src/platform/timestamps/open-timestamps.ts';
import { startFolders, type StandInFolders } from './files/folders.ts';
import { startFederation } from './federation/federation.ts';
import { startInbox } from './inbox/inbox.ts';
import { demoIdentities, identityOf } from './federation/identities.ts';
import { startMailbox, type StandInMailbox } from './mailbox/mailbox.ts';
import { startPartner, type StandInPartner } from './partner/partner.ts';
import { startTimestampAuthority } from './timestamps/timestamps.ts';
import type { Accounts } from './world/accounts.ts';
import { announcementOf } from './world/announcement.ts';
import { removeDemoFile, writeDemoFile } from './world/demo-file.ts';
import { linkAgain } from './world/linked.ts';
import { recallAccounts, rememberAccounts } from './world/remembered-accounts.ts';
import { ensureWorld } from './world/world.ts';

export type StandIns = {
  smtpUrl: string;
  sms: { url: string; token: string };
  inboxUrl: string;
  federation: FederationSettings;
  timestamps: TimestampSettings;
  collectors: LocalReach;
  stop(): Promise<void>;
  /** Makes the world in an empty data folder, and writes where everything is. */
  makeWorld(platform: Platform): Promise<void>;
};

/** Starts the stand-ins of the demonstration, which lives in a data folder of its own. */
export async function startStandIns(
  { dataFolder, clockOffsetMs }: Config,
  publicUrl: string,
  log: Logger,
): Promise<StandIns> {
  await removeDemoFile(dataFolder);
  const clock = systemClock(clockOffsetMs);
  const inbox = await startInbox({ clock, log });
  const federation = await startFederation({ publicUrl, dataFolder, clock, log });
  const authority = await startTimestampAuthority({ dataFolder, clock, log });
  const partner = await startPartner({ dataFolder, clock, log });
  const folders = await startFolders({ dataFolder, clock, log });
  const mailbox = await startMailbox({ dataFolder, clock, log });
  const { smtpUrl, inboxUrl } = inbox;
  const { issuer, clientId, clientSecret } = federation;
  return {
    ...{ smtpUrl, inboxUrl },
    sms: { url: inbox.smsUrl, token: inbox.smsToken },
    federation: { issuer, clientId, clientSecret, pkce: false, acr: 'eidas1', signature: 'ES256' },
    timestamps: { urls: [authority.url], ca: authority.ca },
    collectors: {
      standIns: [partner.standIn, ...folders.local.standIns, ...(mailbox?.local.standIns ?? [])],
      loopbackPorts: [...folders.local.loopbackPorts, ...(mailbox?.local.loopbackPorts ?? [])],
    },
    makeWorld: (platform) => openWorld(platform, { dataFolder, inboxUrl, issuer, partner, folders, mailbox }),
    stop: async () => {
      await Promise.all([inbox.stop(), federation.stop(), authority.stop(), partner.stop()]);
      await Promise.all([folders.stop(), mailbox?.stop()]);
    },
  };
}

type Place = {
  dataFolder: string;
  inboxUrl: string;
  issuer: string;
  partner: StandInPartner;
  folders: StandInFolders;
  mailbox: StandInMailbox | null;
};

async function openWorld(platform: Platform, place: Place): Promise<void> {
  const { settings, antivirus } = platform;
  const { dataFolder, inboxUrl, partner, folders, mailbox } = place;
  const baseUrl = settings.publicUrl;
  const accounts = (await recall(platform, place)) ?? (await makeAndRemember(platform, place));
  await mailbox?.fill();
  await writeDemoFile({ baseUrl, inboxUrl, dataFolder, accounts, partner, folders, mailbox });
  process.stdout.write(announcementOf({ baseUrl, inboxUrl, isScanned: antivirus.enabled, accounts }));
}

/** The world that was made before; what is linked with the federation follows its address. */
async function recall(platform: Platform, { dataFolder, issuer }: Place): Promise<Accounts | null> {
  const known = await recallAccounts(platform.secrets, dataFolder);
  if (known === null || known.franceConnect?.issuer === issuer) return known;
  await linkAgain(platform, issuer);
  const moved = { ...known, franceConnect: { issuer, identities: demoIdentities.map(identityOf) } };
  await rememberAccounts(platform.secrets, dataFolder, moved);
  return moved;
}

async function makeAndRemember(platform: Platform, { dataFolder, issuer }: Place): Promise<Accounts> {
  await requireAntivirus(platform);
  const made = await ensureWorld(platform, issuer);
  await rememberAccounts(platform.secrets, dataFolder, made);
  return made;
}

/** The documents of the world are scanned as all others are. */
async function requireAntivirus({ antivirus }: Platform): Promise<void> {
  try {
    await antivirus.check();
  } catch (cause) {
    if (!(cause instanceof AntivirusUnavailable)) throw cause;
    throw new StartError(`The documents of the demonstration cannot be scanned: ${cause.message}.`, { cause });
  }
}
