import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Steps of clock difference that are accepted, each way. */
const window = 1;

/** RFC 4226 recommends 160 bits. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string) =>
  new TOTP({
    ...{ issuer: 'Pérenne', label, algorithm: 'SHA1', digits: 6, period: periodSeconds },
    secret: Secret.fromBase32(secret),
  });

/** The address that an authenticator application reads from a picture. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The step (30 s since 1970) to which a code belongs; null for a wrong one. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window });
  return delta === null ? null : TOTP.counter({ period: periodSeconds, timestamp }) + delta;
}
