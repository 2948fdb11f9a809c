import { StartError } from '../start-error.ts';
import { SmsRefused, SmsUnavailable, type Sms } from './sms.ts';

type Options = {
  /** https, or http on this machine. */
  url: string;
  token: string;
  /** The sender that the phone shows: 11 letters and digits at most, or a number. */
  sender: string;
};

const timeoutMs = 15_000;
/** Client errors that say something of us or of the moment, not of the message. */
const temporary = new Set([401, 403, 404, 405, 408, 409, 425, 429]);

/**
 * Sends through an HTTP gateway: `POST url` with `{to, from, text}` in JSON, a bearer token and an `Idempotency-Key`.
 * Any 2xx is taken for done.
 * @throws {StartError} when the address would send the token in clear
 */
export function connectSmsGateway({ url, token, sender }: Options): Sms {
  assertSafe(url);
  const authorization = `Bearer ${token}`;
  return {
    send: async ({ id, to, text }) => {
      const status = await ask(url, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/json',
          ...(id !== undefined && { 'idempotency-key': id }),
        },
        body: JSON.stringify({ to, from: sender, text }),
      });
      if (status >= 200 && status < 300) return;
      if (status >= 400 && status < 500 && !temporary.has(status)) {
        throw new SmsRefused(`the SMS gateway refused the message (${status})`, String(status));
      }
      throw new SmsUnavailable(`the SMS gateway did not take the message (${status})`, String(status));
    },
    check: async () => {
      const status = await ask(url, { method: 'HEAD', headers: { authorization } });
      // Gateways need not know HEAD, but they must let us in.
      if (status >= 500 || status === 401 || status === 403) {
        throw new SmsUnavailable(`the SMS gateway answers ${status}`, String(status));
      }
    },
  };
}

function assertSafe(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url?.protocol !== 'https:' && !isLocal) throw new StartError('SMS_URL is not an https address.');
}

async function ask(url: string, request: RequestInit): Promise<number> {
  try {
    const response = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const code = error instanceof Error ? error.name : 'unknown';
    throw new SmsUnavailable('the SMS gateway does not answer', code);
  }
}
