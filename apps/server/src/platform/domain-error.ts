import { errorStatus, type ErrorCode, type ErrorEntry, type ErrorParams } from '@perenne/contract/errors';

type Details = { field?: string; params?: ErrorParams; retryAfterSeconds?: number };

/** A refusal that the caller is told, by code. Anything else thrown becomes `InternalServerError`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly entries: ErrorEntry[];
  /** Seconds, for every 429. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.name = 'DomainError';
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds;
    const { field, params } = details;
    this.entries = [{ code, ...(field !== undefined && { field }), ...(params !== undefined && { params }) }];
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** A request whose shape is wrong: one entry per bad field. */
export class InvalidRequest extends DomainError {
  constructor(entries: ReadonlyArray<{ field?: string; rule: string; bounds?: ErrorParams }>) {
    super('InvalidRequest');
    const list = entries.map(({ field, rule, bounds }): ErrorEntry => ({
      code: 'InvalidRequest',
      ...(field !== undefined && { field }),
      params: { rule, ...bounds },
    }));
    this.entries.splice(0, 1, ...list);
  }
}
