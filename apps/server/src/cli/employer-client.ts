import { setTimeout as sleep } from 'node:timers/promises';
import {
  employeeResult,
  issueEmployerToken,
  postDeposit,
  postEmployees,
  type EmployeeResult,
} from '@perenne/contract/employers';
import { z } from 'zod';
import type { ClientConfig } from '../config.ts';
import { CommandFailed } from './command.ts';

const refusal = z.object({
  errors: z.array(
    z.object({ code: z.string(), field: z.string().optional(), params: z.record(z.string(), z.unknown()).optional() }),
  ),
});

/** An answer that is not a success: the codes of the interface, in a sentence. */
class Refused extends CommandFailed {
  constructor(status: number, body: unknown) {
    const parsed = refusal.safeParse(body);
    const errors = parsed.success ? parsed.data.errors : [];
    const reasons = errors.map(({ code, field, params }) => [code, field, params?.['rule']].filter(Boolean).join(' '));
    super(`The safe refused (${status}): ${reasons.join(', ') || 'without a reason'}.`);
  }
}

/** Nothing that was asked is wrong, and asking for something else would not help. */
export class SafeAway extends CommandFailed {}

/** Worth asking again: nothing was wrong with what was asked. */
const passing = new Set([429, 502, 503, 504]);
const attempts = 4;
/** A token lives an hour; it is asked again well before. */
const tokenMs = 50 * 60_000;

/** Calls the safe as one employer. */
export class EmployerClient {
  readonly #config: ClientConfig;
  #token: { value: Promise<string>; until: number } | undefined;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  async sendEmployees(lines: string): Promise<EmployeeResult[]> {
    const body = await this.#call(postEmployees.path, {
      headers: { 'content-type': 'application/x-ndjson' },
      body: () => lines,
    });
    return z.object({ items: z.array(employeeResult) }).parse(body).items;
  }

  /** The same key gives the same answer, so that it may be sent again after any fault. */
  async deposit(key: string, form: () => FormData) {
    const body = await this.#call(postDeposit.path, { headers: { 'idempotency-key': key }, body: form });
    return postDeposit.response.parse(body);
  }

  async #call(path: string, request: { headers: Record<string, string>; body: () => FormData | string }) {
    const authorization = `Bearer ${await this.#currentToken()}`;
    return this.#send(path, () => ({ headers: { ...request.headers, authorization }, body: request.body() }));
  }

  /** One token for calls that begin together. */
  async #currentToken(): Promise<string> {
    if (!this.#token || this.#token.until <= performance.now())
      this.#token = { value: this.#askToken(), until: performance.now() + tokenMs };
    return this.#token.value;
  }

  async #askToken(): Promise<string> {
    const { clientId, clientSecret } = this.#config;
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const answer = await this.#send(issueEmployerToken.path, () => ({
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    }));
    return issueEmployerToken.response.parse(answer).access_token;
  }

  async #send(path: string, request: () => RequestInit): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, retryAfter, text } = await this.#ask(path, request());
      if (status < 300) return JSON.parse(text);
      if (!passing.has(status) || attempt === attempts) throw refusalOf(status, text);
      await sleep(Math.min(retryAfter ?? attempt, 60) * 1_000);
    }
  }

  async #ask(path: string, request: RequestInit) {
    try {
      const response = await fetch(`${this.#config.baseUrl}${path}`, { ...request, method: 'POST', redirect: 'error' });
      const retryAfter = response.headers.get('retry-after');
      return {
        status: response.status,
        text: await response.text(),
        retryAfter: retryAfter === null ? null : Number(retryAfter),
      };
    } catch (cause) {
      throw new SafeAway(`${this.#config.baseUrl} does not answer.`, { cause });
    }
  }
}

function refusalOf(status: number, text: string): CommandFailed {
  if (status === 401) return new SafeAway('The safe does not know these credentials.');
  if (status >= 500) return new SafeAway(`The safe cannot answer now (${status}).`);
  return new Refused(status, text.startsWith('{') ? JSON.parse(text) : undefined);
}
