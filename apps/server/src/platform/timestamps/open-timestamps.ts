import type { Clock } from '../time/clock.ts';
import type { Log } from '../log.ts';
import { readCertificateFile } from '../pki/certificate-file.ts';
import { noTimestamps } from './no-timestamps.ts';
import { connectTimestamps } from './rfc3161.ts';
import type { Timestamps } from './timestamps.ts';

export type TimestampSettings = {
  /** In the order in which they are asked. */
  urls: readonly string[];
  /** The certificates that vouch for them, in PEM, or the file that holds these. */
  ca: string;
  policy?: string;
};

/** @throws {StartError} the certificates cannot be read */
export async function openTimestamps(
  settings: TimestampSettings | null,
  parts: { clock: Clock; log: Log; deadlineMs?: number },
): Promise<Timestamps> {
  if (!settings) return noTimestamps();
  const { urls, ca, policy } = settings;
  const roots = await readCertificateFile('TSA_CA', ca);
  return connectTimestamps({ urls, roots: async () => roots, ...(policy !== undefined && { policy }) }, parts);
}
