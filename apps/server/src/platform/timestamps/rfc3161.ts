import type { X509Certificate } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import type { Log } from '../log.ts';
import { digestBytes } from '../pki/digest-algorithms.ts';
import { postRequest, type SendRequest } from './post-request.ts';
import { StampRefused, TimestampUnavailable, type Imprint, type Stamp, type Timestamps } from './timestamps.ts';

export type AuthoritySettings = {
  /** In the order in which they are asked: the next where one fails. */
  urls: readonly string[];
  /** Whom we believe about the authorities' certificates. */
  roots: () => Promise<readonly X509Certificate[]>;
  /** The only policy that is accepted, as dotted numbers; the authority's own without it. */
  policy?: string;
};

type Parts = {
  clock: Clock;
  log: Log;
  /** For one authority, from the connection to the last byte. 10 seconds by default. */
  deadlineMs?: number;
  /** By HTTP by default. */
  send?: SendRequest;
};

/** Timestamps of RFC 3161 authorities. An answer is taken only once all of it has been checked. */
export function connectTimestamps(settings: AuthoritySettings, parts: Parts): Timestamps {
  return new AuthorityTimestamps(settings, parts);
}

class AuthorityTimestamps implements Timestamps {
  readonly enabled = true;
  readonly #settings: AuthoritySettings;
  readonly #parts: Required<Parts>;

  constructor(settings: AuthoritySettings, parts: Parts) {
    this.#settings = settings;
    this.#parts = { deadlineMs: 10_000, send: postRequest, ...parts };
  }

  async stamp(imprint: Imprint): Promise<Stamp> {
    if (imprint.digest.length !== digestBytes[imprint.algorithm]) throw new RangeError('the digest has another length');
    const failures: string[] = [];
    for (const url of this.#settings.urls) {
      const authority = new URL(url).host;
      try {
        return await this.#ask(url, imprint);
      } catch (error) {
        const reason = reasonOf(error);
        this.#parts.log.warn({ authority, reason }, 'a timestamp authority gave no timestamp');
        failures.push(`${authority}: ${reason}`);
      }
    }
    throw new TimestampUnavailable(`no authority gave a timestamp (${failures.join('; ')})`);
  }

  async verify(token: Buffer, imprint: Imprint) {
    const { verifyStamp } = await import('./verify-stamp.ts');
    return verifyStamp(token, imprint, { roots: await this.#settings.roots(), now: this.#parts.clock.now() });
  }

  roots(): Promise<readonly X509Certificate[]> {
    return this.#settings.roots();
  }

  async check(): Promise<void> {
    await this.stamp({ algorithm: 'SHA-256', digest: Buffer.alloc(digestBytes['SHA-256']) });
  }

  async #ask(url: string, imprint: Imprint): Promise<Stamp> {
    // The reader of ASN.1 takes fourteen megabytes, so it is loaded with the first request for a timestamp.
    const { readAnswer, writeRequest } = await import('./time-stamp-exchange.ts');
    const { policy, roots } = this.#settings;
    const { clock, deadlineMs, send } = this.#parts;
    const { bytes, nonce } = writeRequest(imprint, policy);
    const answer = await send(url, bytes, AbortSignal.timeout(deadlineMs));
    const trust = { roots: await roots(), now: clock.now(), ...(policy !== undefined && { policy }) };
    return readAnswer(answer, { imprint, nonce, ...trust });
  }
}

/** In words that hold nothing of the request's address but what the caller adds. */
function reasonOf(error: unknown): string {
  if (error instanceof StampRefused) return `its answer is refused: ${error.message}`;
  if (error instanceof TimestampUnavailable) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? `no connection (${String(cause.code)})` : 'no answer';
}
