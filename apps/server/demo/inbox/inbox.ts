import { randomBytes } from 'node:crypto';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { Log } from '../../src/platform/log.ts';
import { startInboxSite } from './site.ts';
import { openMessages } from './messages.ts';
import { startSmtpReceiver } from './smtp-receiver.ts';
import type { Locale } from './words.ts';

export type Inbox = {
  /** Without a slash at the end. */
  inboxUrl: string;
  smtpUrl: string;
  smsUrl: string;
  smsToken: string;
  stop(): Promise<void>;
};

type Options = {
  /** The language of the page. Default: the browser's. */
  locale?: Locale;
  clock: Clock;
  log: Log;
};

/**
 * Stands in for the mail server and the SMS gateway of the demonstration, on this machine only, and shows what they
 * were given. The system chooses the ports.
 */
export async function startInbox({ locale, clock, log }: Options): Promise<Inbox> {
  const messages = openMessages(clock);
  const smsToken = randomBytes(24).toString('base64url');
  const smtp = await startSmtpReceiver(messages, log);
  const site = await startInboxSite({ messages, smsToken, log, ...(locale && { locale }) });
  const inboxUrl = `http://127.0.0.1:${site.port}`;
  return {
    inboxUrl,
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    smsUrl: `${inboxUrl}/sms`,
    smsToken,
    stop: async () => {
      await Promise.all([smtp.stop(), site.stop()]);
    },
  };
}
