import { DomainError } from '../../../../platform/domain-error.ts';

/** A refusal whose status the tus protocol gives, where it is another one than that of the code. */
export class TusRefusal extends DomainError {
  readonly #status: number;

  constructor(
    status: 409 | 412 | 415 | 423 | 460,
    details: { field: string; rule?: string; retryAfterSeconds?: number },
  ) {
    const { field, rule = 'value', ...others } = details;
    super('InvalidRequest', { field, params: { rule }, ...others });
    this.#status = status;
  }

  override get status(): number {
    return this.#status;
  }
}
