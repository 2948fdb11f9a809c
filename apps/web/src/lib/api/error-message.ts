import type { ErrorCode, ErrorEntry } from '@perenne/contract/errors';
import { useTranslations } from 'use-intl';
import { ApiError, NetworkError } from './api-error.ts';

/** Codes whose words change with what the user was doing: `login.Unauthorized` before `Unauthorized`. */
export type ErrorContext =
  | 'login'
  | 'passkeyLogin'
  | 'activation'
  | 'exports'
  | 'merge'
  | 'renaming'
  | 'sending'
  | 'sharing';

/** How long to wait: in minutes up to an hour and a half, then in hours. */
export function waitOf(seconds: number): { hours: number; minutes: number } {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return { minutes, hours: minutes > 90 ? Math.round(minutes / 60) : 0 };
}

/** The packs of words that hold the sentence of each operation for a fault of the service. */
const failurePacks = ['coreFailures', 'safeFailures', 'flowFailures', 'visitorFailures', 'sendingFailures'];

/** Wrong tries that close a door, where the answer names no other limit. */
const triesAnHour = 5;

/** The one way from an error to what the user reads. */
export function useErrorMessage(context?: ErrorContext): (error: unknown) => string {
  const t = useTranslations();
  // Keys are made of codes that the catalogues satisfy by type, so the check of literal keys adds nothing here.
  const translate = t as unknown as {
    (key: string, values?: Record<string, string | number>): string;
    has(key: string): boolean;
  };
  const keyOf = (code: ErrorCode, operation: string | undefined): string => {
    const failures = code === 'InternalServerError' ? failurePacks.map((pack) => `${pack}.${operation}`) : [];
    return failures.find((key) => translate.has(key)) ?? `errors.${code}`;
  };
  /** A limit that has a name is read with its bounds. */
  const limitKeyOf = ({ params }: ErrorEntry): string | undefined => {
    const key = `limits.${params?.limit}`;
    return translate.has(key) ? key : undefined;
  };
  const ownKeyOf = (code: ErrorCode): string | undefined => {
    const own = `errorsIn.${context}.${code}`;
    return context && translate.has(own) ? own : undefined;
  };
  const ofEntry = (entry: ErrorEntry, { retryAfterSeconds, operation }: ApiError): string => {
    // Beside no field, it says by itself what is wrong.
    if (entry.params?.rule === 'characters') return t('forms.characters');
    const key = limitKeyOf(entry) ?? ownKeyOf(entry.code) ?? keyOf(entry.code, operation);
    const wait = waitOf(retryAfterSeconds ?? 3600);
    return translate.has(key)
      ? translate(key, { tries: triesAnHour, ...wait, ...entry.params })
      : translate('errors.InternalServerError');
  };
  return (error) => {
    if (error instanceof NetworkError) return t('network.unreachable');
    if (!(error instanceof ApiError)) return t('network.unexpected');
    const [first] = error.errors;
    return first ? ofEntry(first, error) : t('network.unexpected');
  };
}
