import type { Document } from '@perenne/contract/documents';
import { IconCalendarEvent } from '../../../ui/buttons/icons.ts';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { today } from '../../../lib/i18n/calendar-day.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import panel from './details-panel.module.css';
import { ExpiryDialog } from './expiry-dialog.tsx';
import css from './expiry.module.css';
import { focusExpiry, useExpiry, useReadExpiry } from './use-expiry.ts';

/** Until when an identity paper is good: its owner says or confirms it, and is reminded in time. */
export function Expiry({ document }: { document: Document }) {
  const t = useTranslations('papers');
  const [isAsking, setAsking] = useState(false);
  const expiry = useExpiry(document);
  const readDay = useReadExpiry(document);
  const { expiresOn } = document;
  const ask = () => setAsking(true);
  return (
    <section className={panel.section} aria-label={t('validity')} data-expiry>
      <h4>{t('validity')}</h4>
      {expiresOn !== undefined && <Said document={document} expiresOn={expiresOn} />}
      {expiresOn === undefined && <Unsaid readDay={readDay} />}
      <div className={panel.actions}>
        {expiresOn !== undefined && (
          <>
            <Button onPress={ask}>{t('changeDate')}</Button>
            <Button
              variant="quiet"
              isPending={expiry.isPending}
              onPress={() => expiry.mutate(null, { onSuccess: focusExpiry })}
            >
              {t('removeDate')}
            </Button>
          </>
        )}
        {expiresOn === undefined && readDay !== undefined && (
          <>
            <Button
              variant="primary"
              isPending={expiry.isPending}
              onPress={() => expiry.mutate(readDay, { onSuccess: focusExpiry })}
            >
              {t('confirmDate')}
            </Button>
            <Button onPress={ask}>{t('correctDate')}</Button>
          </>
        )}
        {expiresOn === undefined && readDay === undefined && <Button onPress={ask}>{t('giveDate')}</Button>}
      </div>
      {isAsking && <ExpiryDialog document={document} readDay={readDay} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Said({ document: { extendedUntil }, expiresOn }: { document: Document; expiresOn: string }) {
  const t = useTranslations('papers');
  const formats = useFormats();
  const isOver = expiresOn < today();
  return (
    <>
      <Day>{t(isOver ? 'expiredOn' : 'validUntil', { date: formats.calendarDate(expiresOn) })}</Day>
      {extendedUntil && <p>{t('extended', { date: formats.calendarDate(extendedUntil) })}</p>}
      <p className={panel.text}>{t(isOver ? 'remindersOver' : 'reminders')}</p>
    </>
  );
}

function Unsaid({ readDay }: { readDay: string | undefined }) {
  const t = useTranslations('papers');
  const formats = useFormats();
  if (readDay === undefined) return <p className={panel.text}>{t('noDate')}</p>;
  return (
    <>
      <Day>{t('readDate', { date: formats.calendarDate(readDay) })}</Day>
      <p className={panel.text}>{t('readHint')}</p>
    </>
  );
}

const Day = ({ children }: { children: ReactNode }) => (
  <p className={css.date}>
    <IconCalendarEvent size={20} stroke={1.75} aria-hidden />
    {children}
  </p>
);
