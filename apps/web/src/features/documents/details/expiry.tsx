import type { Document } from '@perenne/contract/documents';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import panel from './details-panel.module.css';
import { ExpiryDialog } from './expiry-dialog.tsx';
import css from './expiry.module.css';
import { useExpiry } from './use-expiry.ts';

/** Until when an identity paper is good: its owner says so, and is reminded in time. */
export function Expiry({ document }: { document: Document }) {
  const t = useTranslations('papers');
  const formats = useFormats();
  const [isAsking, setAsking] = useState(false);
  const expiry = useExpiry(document);
  const { expiresOn, extendedUntil } = document;
  return (
    <section className={panel.section} aria-label={t('validity')}>
      <h4>{t('validity')}</h4>
      {expiresOn ? (
        <p className={css.date}>
          <IconCalendarEvent size={20} stroke={1.75} aria-hidden />
          {t('validUntil', { date: formats.calendarDate(expiresOn) })}
        </p>
      ) : (
        <p className={panel.text}>{t('noDate')}</p>
      )}
      {extendedUntil && <p>{t('extended', { date: formats.calendarDate(extendedUntil) })}</p>}
      {expiresOn && <p className={panel.text}>{t('reminders')}</p>}
      <div className={panel.actions}>
        <Button onPress={() => setAsking(true)}>{t(expiresOn ? 'changeDate' : 'giveDate')}</Button>
        {expiresOn && (
          <Button variant="quiet" isPending={expiry.isPending} onPress={() => expiry.mutate(null)}>
            {t('removeDate')}
          </Button>
        )}
      </div>
      {isAsking && <ExpiryDialog document={document} onClose={() => setAsking(false)} />}
    </section>
  );
}
