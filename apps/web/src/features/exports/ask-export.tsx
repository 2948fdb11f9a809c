import { createExport } from '@perenne/contract/exports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { type Exports, refreshExports } from './export-queries.ts';
import css from './exports.module.css';

interface AskExportProps {
  exports: Exports;
  onAsked: () => void;
}

/** Asks for an export, or says when the next one is possible. */
export function AskExport({ exports: { items, allowance }, onAsked }: AskExportProps) {
  const t = useTranslations('exports');
  const formats = useFormats();
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage('exports');
  const ask = useMutation({
    mutationFn: () => call(createExport, {}),
    onSuccess: () => {
      notify({ text: t('asked'), duration: 6_000 });
      onAsked();
    },
    onError(error) {
      if (!isUnderWay(error)) return;
      // The one that another window asked for takes the place of the button, and of words beside it.
      notify({ type: 'error', text: errorMessage(error), duration: 6_000 });
      onAsked();
    },
    // Also after a refusal: another window may have asked meanwhile.
    onSettled: () => refreshExports(queries),
  });
  const { limit, remaining, nextAt } = allowance;
  if (remaining === 0) {
    return (
      <Alert tone="info" title={t('limitTitle', { limit })}>
        {nextAt && t('limitText', { date: formats.dateTime(nextAt) })}
      </Alert>
    );
  }
  // A page has one primary action: an archive that waits to be downloaded comes first.
  const isPrimary = !items.some(({ status }) => status === 'READY');
  return (
    <div className={css.ask}>
      {ask.error && !isUnderWay(ask.error) && <Refusal error={ask.error} />}
      <div className={css.askLine}>
        <Button variant={isPrimary ? 'primary' : 'secondary'} isPending={ask.isPending} onPress={() => ask.mutate()}>
          {t('ask')}
        </Button>
        <p className={css.hint}>{t('allowance', { remaining, limit })}</p>
      </div>
    </div>
  );
}

const isUnderWay = (error: Error): boolean => isApiError(error, 'SafeboxExportInProgress');

function Refusal({ error }: { error: Error }) {
  const t = useTranslations('exports');
  const errorMessage = useErrorMessage('exports');
  const isEmpty = isApiError(error, 'SafeboxExportEmpty');
  const toDocuments = (
    <Link to="/documents/{-$folderId}" className={buttonClass('secondary')}>
      {t('seeDocuments')}
    </Link>
  );
  return (
    <Alert tone={isEmpty ? 'info' : 'danger'} isLive {...(isEmpty ? { actions: toDocuments } : {})}>
      {errorMessage(error)}
    </Alert>
  );
}
