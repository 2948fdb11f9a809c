import { createTransport } from 'nodemailer';
import { StartError } from '../start-error.ts';
import { assertSafeHeaders, MailRefused, MailUnavailable, type Mail, type MailMessage } from './mail.ts';

type Options = {
  /** `Name <address>` or an address. */
  from: string;
};

/**
 * Sends through a server: `smtps://user:password@host:465`, or `smtp://…` which then must offer STARTTLS, unless it is
 * on this machine. Its certificate is checked. Connects when first used.
 * @throws {StartError} when the address is neither
 */
export function connectSmtp(url: string, { from }: Options): Mail {
  const transport = createTransport(
    { ...serverOf(url), ...limits, pool: true, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const domain = from.replace(/^.*@|>?\s*$/g, '');
  return {
    send: async (message) => {
      assertSafeHeaders(message);
      try {
        await transport.sendMail(toSmtp(message, domain));
      } catch (error) {
        throw explain(error);
      }
    },
    check: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw explain(error);
      }
    },
    close: async () => transport.close(),
  };
}

const limits = {
  maxConnections: 5,
  maxMessages: 100,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

function serverOf(text: string) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !['smtp:', 'smtps:'].includes(url.protocol)) {
    throw new StartError('SMTP_URL is not of the form smtps://user:password@host:port.');
  }
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host);
  return {
    host,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && !isLocal,
    tls: { minVersion: 'TLSv1.2' as const },
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  };
}

const toSmtp = ({ id, to, subject, text, html }: MailMessage, domain: string) => ({
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
  // RFC 3834: no machine answers a machine.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
});

/** The fields that nodemailer adds to its errors. */
type SmtpFailure = { code?: unknown; responseCode?: unknown; command?: unknown };

/** The words of the server repeat addresses: only its codes are kept. */
function explain(error: unknown): MailRefused | MailUnavailable {
  const { code, responseCode, command }: SmtpFailure = Object(error);
  const name = typeof code === 'string' ? code : 'unknown';
  const detail = typeof responseCode === 'number' ? String(responseCode) : name;
  // A 5xx before the recipient is named (greeting, sign-in, sender) is about us, and for the operator to mend.
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA';
  const isForGood = typeof responseCode === 'number' && responseCode >= 500;
  const isMalformed = command === 'API' && (code === 'EENVELOPE' || code === 'EMESSAGE');
  if (isMalformed || (isAboutMessage && isForGood)) {
    return new MailRefused(`the mail server refused the message (${detail})`, detail);
  }
  return new MailUnavailable(`the mail server did not take the message (${detail})`, detail);
}
