import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/buttons/button.tsx';
import { DeleteExport } from './delete-export.tsx';

/** Removes an export that has ended, with its archive. */
export function RemoveExport({ id, date }: { id: string; date: string }) {
  const t = useTranslations('exports');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-label={t('removeNamed', { date })} onPress={() => setAsking(true)}>
        {t('remove')}
      </Button>
      {isAsking && (
        <DeleteExport
          id={id}
          title={t('removeTitle')}
          confirmLabel={t('remove')}
          doneText={t('removed')}
          onClose={() => setAsking(false)}
        >
          <p>
            <b>{t('itemTitle', { date })}</b>
          </p>
          <p>{t('removeText')}</p>
        </DeleteExport>
      )}
    </>
  );
}
