import { DomainError } from '../../../platform/domain-error.ts';
import { FederationRefused, FederationUnavailable, type Federation } from '../../../platform/federation/federation.ts';
import type { Platform } from '../../../platform/platform.ts';

/** @throws {DomainError} ServiceUnavailable, also where there is no federation; FranceConnectError */
export async function viaFederation<T>(
  { federation, log }: Pick<Platform, 'federation' | 'log'>,
  work: (federation: Federation) => Promise<T>,
): Promise<T> {
  if (!federation) throw new DomainError('ServiceUnavailable');
  try {
    return await work(federation);
  } catch (error) {
    if (error instanceof FederationUnavailable) {
      log.warn({ reason: reasonOf(error) }, 'the federation does not answer');
      throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 5 });
    }
    if (!(error instanceof FederationRefused)) throw error;
    log.warn({ reason: reasonOf(error) }, 'an answer of the federation was refused');
    throw new DomainError('FranceConnectError');
  }
}

/** Messages only: beside them, the library quotes claims. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;
