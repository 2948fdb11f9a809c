import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { CollectingError, type FailureCode } from '@perenne/collecting/failures';
import type { Run } from '@perenne/collecting/run';
import type { Client, ConnectConfig, KeyboardInteractiveCallback, Prompt } from 'ssh2';
import { privateKeyOf } from './private-key.ts';

const answersWithinMs = 60_000;

type SigningIn = {
  socket: Duplex;
  credentials: Run['credentials'];
  /** Undefined at the first connection. */
  expectedKey: string | undefined;
  /** Keeps the key of the first connection, whatever becomes of it: only then does the server learn the password. */
  keepKey(hostKey: string): Promise<void>;
};

/**
 * Gives the fingerprint of the key that the server has shown. Nothing is proved and no password sent to a server whose
 * key is not the expected one.
 * @throws {CollectingError}
 */
export async function signIn(
  client: Client,
  { socket, credentials, expectedKey, keepKey }: SigningIn,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const fail = (code: FailureCode, message: string, cause?: unknown) =>
    reject(new CollectingError(code, message, { cause }));
  const password = textOf(credentials, 'password');
  const proofs = proofsOf(credentials, password);
  let hostKey = '';
  client
    .on('ready', () => resolve(hostKey))
    .on('change password', () => fail('PASSWORD_EXPIRED', 'the server asks for another password'))
    .on('keyboard-interactive', answerPrompts(password ?? '', fail))
    .on('error', (error) => fail(failureOf(error), 'the server does not let us in', error))
    .on('close', () => fail('PARTNER_UNAVAILABLE', 'the server has ended the connection'));
  client.connect({
    sock: socket,
    ...{ username: String(credentials['login']), readyTimeout: answersWithinMs, ...proofs },
    hostVerifier: (key: Buffer, verify: (isExpected: boolean) => void) => {
      hostKey = fingerprintOf(key);
      if (expectedKey === undefined) {
        keepKey(hostKey).then(() => verify(true), reject);
        return;
      }
      const isExpected = expectedKey === hostKey;
      if (!isExpected) fail('HOST_KEY_CHANGED', 'the server shows another key than at the first connection');
      verify(isExpected);
    },
  });
  try {
    return await promise;
  } catch (error) {
    client.destroy();
    throw error;
  }
}

const textOf = (credentials: Run['credentials'], name: string): string | undefined => {
  const value = credentials[name];
  return value === undefined || value === '' ? undefined : String(value);
};

/** A key before a password: some servers want both. @throws {CollectingError} CREDENTIALS_INVALID */
function proofsOf(credentials: Run['credentials'], password: string | undefined): Partial<ConnectConfig> {
  const pasted = textOf(credentials, 'privateKey');
  if (pasted === undefined && password === undefined)
    throw new CollectingError('CREDENTIALS_INVALID', 'there is neither a password nor a key');
  const passphrase = textOf(credentials, 'passphrase');
  const key = pasted === undefined ? undefined : privateKeyOf(pasted, passphrase);
  return {
    authHandler: [
      ...(key === undefined ? [] : (['publickey'] as const)),
      ...(password === undefined ? [] : (['password', 'keyboard-interactive'] as const)),
    ],
    ...(key !== undefined && { privateKey: key }),
    ...(key !== undefined && passphrase !== undefined && { passphrase }),
    ...(password !== undefined && { password, tryKeyboard: true }),
  };
}

/** As OpenSSH writes it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

type Fail = (code: FailureCode, message: string) => void;
/** A name, instructions, a language, what is asked, and what answers it. */
type Prompting = [string, string, string, Prompt[], KeyboardInteractiveCallback];
type Listener = (...prompting: Prompting) => void;

/** Many servers ask for the password in this way; one that is asked for again was wrong, or is to be changed. */
function answerPrompts(password: string, fail: Fail): Listener {
  let isGiven = false;
  return (...[, , , prompts, finish]) => {
    if (prompts.some(({ prompt }) => /new|nouveau/i.test(prompt)))
      return fail('PASSWORD_EXPIRED', 'the server asks for another password');
    if (isGiven || prompts.length !== 1) return fail('CREDENTIALS_INVALID', 'the server asks for more than a password');
    isGiven = true;
    finish([password]);
  };
}

/** SSH_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE (RFC 4253, 11.1). */
const noMoreWays = 14;

function failureOf(error: Error & { level?: string; code?: unknown }): FailureCode {
  const { level, code, message } = error;
  if (level === 'client-authentication' || code === noMoreWays || /authentication failures/i.test(message))
    return 'CREDENTIALS_INVALID';
  // It answers, and speaks no algorithm or no version that is safe.
  return level === 'handshake' || level === 'protocol' ? handshakeFailure(message) : 'PARTNER_UNAVAILABLE';
}

const handshakeFailure = (message: string): FailureCode =>
  /lost before handshake/i.test(message) ? 'PARTNER_UNAVAILABLE' : 'PARTNER_CHANGED';
