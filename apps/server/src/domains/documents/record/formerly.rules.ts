import { DomainError } from '../../../platform/domain-error.ts';

type Values = Readonly<Record<string, string | null | undefined>>;

type Change = { formerly?: Values | undefined; asked?: Values };

/**
 * Two windows never undo one another's work unseen: what the one who asks had before the eyes must be what there
 * is still, unless the change asked for is made already.
 * @throws {DomainError} ModifiedElsewhere, with the field and, where it has one, its value since
 */
export function requireUnchanged(current: Values, { formerly = {}, asked = {} }: Change): void {
  for (const [field, seen] of Object.entries(formerly)) {
    const value = current[field] ?? null;
    if (value === (seen ?? null) || value === asked[field]) continue;
    throw new DomainError('ModifiedElsewhere', { field, ...(value !== null && { params: { current: value } }) });
  }
}
