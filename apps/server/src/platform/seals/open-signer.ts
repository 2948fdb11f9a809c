import type { Clock } from '../time/clock.ts';
import type { Keys } from '../keys/keys.ts';
import type { KmsAddress } from '../keys/kms-client.ts';
import type { Db } from '../postgres/db.ts';
import { openLocalSigner } from './local-signer.ts';
import type { CurrentSigner } from './signer.ts';

/** The place of the key of the seal. */
export type SealSettings =
  /** A PKCS#12 file. */
  | { kind: 'file'; file: string; password: string }
  /** A KMS; its certificate and the issuers of that in PEM, or in the file that holds these. */
  | { kind: 'kms'; kms: KmsAddress & { keyId: string }; certificate: string };

type Parts = { db: Db; keys: Keys; clock: Clock };

/**
 * Opens the configured key, or a pair that the installation makes for itself. Each way is loaded where it is used.
 * @throws {StartError} the key or its certificate cannot be had
 */
export async function openSigner(settings: SealSettings | null, parts: Parts): Promise<CurrentSigner> {
  if (!settings) return openLocalSigner(parts);
  if (settings.kind === 'file') return (await import('./file-signer.ts')).openFileSigner(settings);
  return (await import('./kms-signer.ts')).connectKmsSigner(settings);
}
