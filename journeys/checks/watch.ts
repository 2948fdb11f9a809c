import type { BrowserContext, Request } from '@playwright/test';

/** An answer or a failure that a journey brings about on purpose. */
export interface Expected {
  /** A part of the address. */
  address: string;
  /** The status, or the browser's name of the failure, as `net::ERR_FAILED`. */
  outcome: number | string;
}

/** Everything that a user should never meet, gathered while a journey goes on. */
export class Watch {
  readonly #origins: Set<string>;
  readonly #faults: string[] = [];
  readonly #expected: Expected[] = [];
  readonly #expectedLines: RegExp[] = [];

  constructor(context: BrowserContext, origin: string) {
    this.#origins = new Set([origin]);
    context.on('console', (message) => {
      // The browser writes a line for each refusal, which the answers below judge.
      const isRefusal = message.text().startsWith('Failed to load resource');
      const isExpected = isRefusal || this.#expectedLines.some((line) => line.test(message.text()));
      if (['error', 'warning'].includes(message.type()) && !isExpected) this.#tell(`console: ${message.text()}`);
    });
    context.on('weberror', (fault) => this.#tell(`page error: ${fault.error().stack ?? fault.error().message}`));
    context.on('request', (request) => this.#judgeRequest(request));
    context.on('response', (response) => {
      if (response.status() >= 400) this.#judge(response.request(), response.status());
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // Leaving a page, or looking for something else, drops what was being asked.
      if (reason !== 'net::ERR_ABORTED') this.#judge(request, reason);
    });
  }

  /** From now on, this outcome is no fault. */
  readonly expect = (expected: Expected): void => void this.#expected.push(expected);

  /** From now on, such a line of the console is no fault. */
  expectLine(line: RegExp): void {
    this.#expectedLines.push(line);
  }

  /** From now on, the browser may go to this place too. */
  allow(origin: string): void {
    this.#origins.add(origin);
  }

  get faults(): readonly string[] {
    return this.#faults;
  }

  #judgeRequest(request: Request): void {
    const { protocol, origin } = new URL(request.url());
    const isOwn = this.#origins.has(origin) || ['data:', 'blob:', 'about:'].includes(protocol);
    if (!isOwn) this.#tell(`a call to another place: ${request.method()} ${request.url()}`);
  }

  #judge(request: Request, outcome: number | string): void {
    const isExpected = this.#expected.some(
      (expected) => expected.outcome === outcome && request.url().includes(expected.address),
    );
    if (!isExpected) this.#tell(`${request.method()} ${request.url()} → ${outcome}`);
  }

  #tell(fault: string): void {
    this.#faults.push(fault);
  }
}
