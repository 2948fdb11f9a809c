import { DomainError } from '../../platform/domain-error.ts';
import { isReceived } from '../../platform/journal/chapters.ts';
import type { Db } from '../../platform/postgres/db.ts';

/** A genuine link that finds nothing: its safe was received by another, which ended it, or is gone. */
export async function refusalOfGone(db: Db, safeId: string): Promise<DomainError> {
  const isEnded = await isReceived(db, safeId);
  return isEnded ? new DomainError('EntityNotFound', { gone: true }) : new DomainError('WrongJwtPayload');
}
