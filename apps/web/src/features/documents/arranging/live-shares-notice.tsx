import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { endShares, liveSharesQuery } from '../state/live-shares.ts';
import { type Chosen, namesOf } from './chosen.ts';

/** The people who go on reading what is about to be deleted, and whether that is to end too. */
export function useLiveShares(chosen: Chosen) {
  const t = useTranslations('organising');
  const queries = useQueryClient();
  const notify = useNotify();
  const { data } = useQuery(liveSharesQuery(namesOf(chosen)));
  const [isEnding, setEnding] = useState(false);
  const shares = data?.items ?? [];
  /** Once it is deleted: the deletion is done, whatever becomes of this. */
  const end = async () => {
    if (!isEnding || shares.length === 0) return;
    try {
      await endShares(
        queries,
        shares.map(({ id }) => id),
      );
      notify({ text: t('sharesEnded', { count: shares.length }) });
    } catch {
      // The page of shares says why, and is where it can be done again.
      notify({ type: 'error', text: t('sharesNotEnded', { count: shares.length }) });
    }
  };
  const notice = shares.length > 0 && <Notice shares={shares} isEnding={isEnding} onEnding={setEnding} />;
  return { notice, end };
}

interface NoticeProps {
  shares: readonly { id: string; title: string; expirationDate: string }[];
  isEnding: boolean;
  onEnding: (isEnding: boolean) => void;
}

function Notice({ shares, isEnding, onEnding }: NoticeProps) {
  const t = useTranslations('organising');
  const formats = useFormats();
  return (
    <Alert tone="warning" title={t('liveShares', { count: shares.length })} isLive>
      <ul>
        {shares.map(({ id, title, expirationDate }) => (
          <li key={id}>{t('liveShare', { title, date: formats.dateLong(expirationDate) })}</li>
        ))}
      </ul>
      <p>{t('liveSharesText')}</p>
      <Checkbox isSelected={isEnding} onChange={onEnding}>
        {t('endShares', { count: shares.length })}
      </Checkbox>
    </Alert>
  );
}
