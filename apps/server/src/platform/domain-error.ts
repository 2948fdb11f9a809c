import { errorStatus, type ErrorCode, type ErrorEntry, type ErrorParams } from '@perenne/contract/errors';

type Details = {
  field?: string;
  params?: ErrorParams;
  retryAfterSeconds?: number;
  /** It was there, and has ended: 410 in place of 404. */
  gone?: true;
};

/** A refusal that the caller receives, by code. Anything else thrown becomes `InternalServerError`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly entries: ErrorEntry[];
  /** Seconds, for every 429. */
  readonly retryAfterSeconds: number | undefined;
  readonly #isGone: boolean;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.name = 'DomainError';
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.#isGone = details.gone === true;
    const { field, params } = details;
    this.entries = [{ code, ...(field !== undefined && { field }), ...(params !== undefined && { params }) }];
  }

  get status(): number {
    return this.#isGone ? 410 : errorStatus[this.code];
  }
}

type Broken = { field?: string; rule: string; bounds?: ErrorParams };

/** A request whose shape is wrong: one entry per bad field. */
export class InvalidRequest extends DomainError {
  constructor(entries: readonly Broken[]) {
    super('InvalidRequest');
    this.entries.splice(0, 1, ...entries.map(entryOf));
  }
}

/** A phone that is no French number has a code of its own. */
export const entryOf = ({ field, rule, bounds }: Broken): ErrorEntry => ({
  code: rule === 'phone' ? 'PhoneNumberFormatError' : 'InvalidRequest',
  ...(field !== undefined && { field }),
  ...(rule !== 'phone' && { params: { rule, ...bounds } }),
});

/** All that is wrong with a request at once: a bad request, unless what is wrong is the phone alone. */
export function refusalOf(entries: readonly ErrorEntry[]): DomainError {
  const first = entries.find(({ code }) => code === 'InvalidRequest') ?? entries[0];
  const error = new DomainError(first?.code ?? 'InvalidRequest');
  error.entries.splice(0, 1, ...entries);
  return error;
}
