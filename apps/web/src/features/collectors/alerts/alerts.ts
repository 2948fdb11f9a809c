import type { AlertCode, Collector } from '@perenne/contract/collectors';
import { closureOf, isOpen, type Closure } from '../../../lib/documents/collector-queries.ts';

/** The owner's remedies for an alert, each at one press. */
export type Mending = MendingDialog | 'resend' | 'activate' | 'synchronise' | 'makeRoom';
/** Those that take more than the press: each has a dialog. */
export type MendingDialog = 'credentials' | 'code' | 'delete';

type TroubleCode = Exclude<AlertCode, 'NO_NEW_DOCUMENT'>;

/** How an alert is shown: the key of its words, how grave it is, and what mends it. */
export type ShownAlert =
  | {
      words: TroubleCode | 'wrongCode' | 'full' | 'hostKey' | 'folder' | 'host' | 'damaged';
      tone: 'info' | 'warning' | 'danger';
      mending: Mending | null;
      /** Its owner has something to mend, and cannot yet, or never: the partner is closed. */
      closure: Closure | null;
    }
  /** Another try was to come, and comes no more. */
  | { words: 'over'; tone: 'info'; mending: null; closure: 'ZOMBIE' };
type Trouble = Exclude<ShownAlert, { words: 'over' }>;

const causes = { HOST_KEY_CHANGED: 'hostKey', FOLDER_NOT_FOUND: 'folder', HOST_REFUSED: 'host' } as const;

/** This alert does not say why it was raised: only the last run shows whether there was no room. */
export const mayBeFull = ({ alert }: Collector): boolean => alert?.code === 'TECHNICAL_ERROR';

/** `isFull`: the last run ended for want of room. */
export function describeAlert(collector: Collector, isFull: boolean): ShownAlert | null {
  const { alert, status, can } = collector;
  if (!alert || alert.code === 'NO_NEW_DOCUMENT') return null;
  const closure = closureOf(collector);
  if (status === 'BLOCKED' && !can.modify && !can.activate)
    return { words: 'damaged', tone: 'danger', mending: 'delete', closure: null };
  if (status === 'ENABLED' && closure === 'ZOMBIE') return { words: 'over', tone: 'info', mending: null, closure };
  const trouble = describeTrouble(alert.code, collector, isFull);
  // The server refuses all that would begin a run there.
  return status === 'BLOCKED' && closure ? { ...trouble, mending: null, closure } : { ...trouble, closure: null };
}

function describeTrouble(code: TroubleCode, collector: Collector, isFull: boolean): Omit<Trouble, 'closure'> {
  const { alert, mfa } = collector;
  const retry: Mending | null = isOpen(collector) ? 'synchronise' : null;
  if (alert?.cause) return { words: causes[alert.cause], tone: 'danger', mending: 'credentials' };
  switch (code) {
    case 'MFA_REQUIRED':
      return {
        words: alert?.previousCodeWrong ? 'wrongCode' : code,
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
      return { words: code, tone: 'danger', mending: 'activate' };
    case 'AGENT_UNAVAILABLE':
      return { words: code, tone: 'warning', mending: retry };
    case 'TECHNICAL_ERROR':
      return isFull
        ? { words: 'full', tone: 'danger', mending: 'makeRoom' }
        : { words: code, tone: 'warning', mending: retry };
  }
}
