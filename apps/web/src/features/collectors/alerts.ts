import type { Collector } from '@perenne/contract/collectors';

/** The owner's remedies for an alert, each at one press. */
export type Mending = MendingDialog | 'resend' | 'activate' | 'synchronise' | 'makeRoom';
/** Those that take more than the press: each has a dialog. */
export type MendingDialog = 'credentials' | 'code' | 'delete';

/** How an alert is shown: the key of its words, how grave it is, and what mends it. */
export interface ShownAlert {
  words:
    | Exclude<NonNullable<Collector['alert']>['code'], 'NO_NEW_DOCUMENT'>
    | 'wrongCode'
    | 'full'
    | 'hostKey'
    | 'folder'
    | 'host'
    | 'damaged';
  tone: 'info' | 'warning' | 'danger';
  mending: Mending | null;
}

const causes = { HOST_KEY_CHANGED: 'hostKey', FOLDER_NOT_FOUND: 'folder', HOST_REFUSED: 'host' } as const;

/** Nothing that the owner does reaches a partner that is closed to everybody. */
export const isOpen = ({ agent: { status } }: Collector): boolean => status === 'RUNNING' || status === 'UNKNOWN';

/** `isFull`: the last run ended for want of room. */
export function describeAlert(collector: Collector, isFull: boolean): ShownAlert | null {
  const { alert, mfa } = collector;
  if (!alert || alert.code === 'NO_NEW_DOCUMENT') return null;
  const { code } = alert;
  const retry: Mending | null = isOpen(collector) ? 'synchronise' : null;
  const start: Mending | null = isOpen(collector) ? 'activate' : null;
  if (!collector.can.modify && !collector.can.activate && collector.status === 'BLOCKED')
    return { words: 'damaged', tone: 'danger', mending: 'delete' };
  if (alert.cause) return { words: causes[alert.cause], tone: 'danger', mending: 'credentials' };
  switch (code) {
    case 'MFA_REQUIRED':
      return {
        words: alert.previousCodeWrong ? 'wrongCode' : code,
        tone: 'warning',
        mending: mfa ? 'code' : null,
      };
    case 'MFA_EXPIRED':
      return { words: code, tone: 'danger', mending: 'resend' };
    case 'CREDENTIALS_INVALID':
    case 'PASSWORD_EXPIRED':
      return { words: code, tone: 'danger', mending: 'credentials' };
    case 'ACCOUNT_BLOCKED':
    case 'SYNCHRONISATION_FAILED':
      return { words: code, tone: 'danger', mending: start };
    case 'AGENT_UNAVAILABLE':
      return { words: code, tone: 'warning', mending: retry };
    case 'TECHNICAL_ERROR':
      return isFull
        ? { words: 'full', tone: 'danger', mending: 'makeRoom' }
        : { words: code, tone: 'warning', mending: retry };
  }
}
