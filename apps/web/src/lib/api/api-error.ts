import type { ErrorBody, ErrorCode, ErrorEntry } from '@perenne/contract/errors';

interface AnswerFacts {
  retryAfterSeconds?: number | undefined;
  operation?: string;
}

/** An answer of the server that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errors: readonly ErrorEntry[];
  /** Seconds to wait before another try, on a 429. */
  readonly retryAfterSeconds: number | undefined;
  /** The id of the endpoint that was called. */
  readonly operation: string | undefined;

  constructor(status: number, errors: readonly ErrorEntry[], { retryAfterSeconds, operation }: AnswerFacts = {}) {
    super(`HTTP error! Status: ${status}`);
    this.status = status;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds;
    this.operation = operation;
  }

  has(code: ErrorCode): boolean {
    return this.errors.some((entry) => entry.code === code);
  }
}

/** No answer at all: the device is offline, or the server out of reach. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

export const isApiError = (error: unknown, code?: ErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.has(code));

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors);

/** Reads a refused answer; one that is not of our server (a proxy's page) has no entries. */
export async function readApiError(response: Response, operation: string): Promise<ApiError> {
  const body: unknown = await response.json().catch((): unknown => null);
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new ApiError(response.status, isErrorBody(body) ? body.errors : [], {
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
    operation,
  });
}
