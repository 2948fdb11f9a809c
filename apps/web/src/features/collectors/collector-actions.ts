import {
  activateCollector,
  type Collector,
  deactivateCollector,
  resendMfaCode,
  synchroniseCollector,
} from '@perenne/contract/collectors';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { isStillAwaited, putCollector, refreshCollectors } from '../../lib/documents/collector-queries.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useSingleMutation } from '../../lib/api/use-single-mutation.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';

const calls = {
  activate: activateCollector,
  deactivate: deactivateCollector,
  synchronise: synchroniseCollector,
} as const;
export type StateChange = keyof typeof calls;

const doneNames = {
  activate: 'activated',
  deactivate: 'deactivated',
  synchronise: 'begun',
} as const satisfies Record<StateChange, string>;

/** Changes the state of a collector at a press; the list shows the outcome. */
export function useChangeState({ id, accountName: name }: Collector) {
  const t = useTranslations('collectors');
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useSingleMutation({
    mutationFn: (change: StateChange) => call(calls[change], { params: { id } }),
    onSuccess: async (collector, change) => {
      await putCollector(queries, collector);
      notify({ group: id, text: t(doneNames[change], { name }) });
    },
    onError: async (error) => {
      // Another limit, for all collectors together, has a longer wait to name.
      const isTooSoon = isApiError(error, 'TooManyRequests') && (error.retryAfterSeconds ?? 0) <= 60;
      notify({ type: 'error', text: isTooSoon ? t('tooSoon') : errorMessage(error), duration: 6_000 });
      await refreshCollectors(queries);
    },
  });
}

/**
 * Has the partner send another code; after one that was not given in time, a new run begins. `onAsked` is called once the
 * list shows that, though the button that was pressed may have left with its alert.
 */
export function useResendCode(collector: Collector, onAsked?: () => void) {
  const t = useTranslations('collectors');
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  return useSingleMutation({
    mutationFn: () => call(resendMfaCode, { params: { id: collector.id } }),
    onSuccess: async () => {
      // The field leaves until the partner has sent another: a code that was typed meanwhile would be lost.
      if (isStillAwaited(queries, collector)) await putCollector(queries, { ...collector, alert: null, mfa: null });
      notify({ text: t('codeAsked') });
      await refreshCollectors(queries);
      onAsked?.();
    },
    onError: async (error) => {
      notify({ type: 'error', text: errorMessage(error), duration: 6_000 });
      await refreshCollectors(queries);
    },
  });
}
