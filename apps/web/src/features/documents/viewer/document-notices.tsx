import type { Document, DocumentType } from '@perenne/contract/documents';
import { IconCalendarEvent, IconFileCheck, IconHistory } from '../../../ui/buttons/icons.ts';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { today } from '../../../lib/i18n/calendar-day.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useReadExpiry } from '../details/use-expiry.ts';
import css from './document-notices.module.css';

const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const;

/** Papers that always end one day: others of their family may. */
const endingTypes: readonly DocumentType[] = ['CIDT', 'PECO', 'PSPR'];

interface NoticesProps {
  document: Document;
  /** Shows another document in the place of this one. */
  onShow: (id: string) => void;
  /** Leads to the end of its validity. */
  onAsk: () => void;
}

/** Facts to know before reading: that it was corrected, or that it ends. */
export function DocumentNotices({ document, onShow, onAsk }: NoticesProps) {
  const t = useTranslations('details');
  const { replaces, replacedBy } = document;
  if (replacedBy)
    return (
      <Notice
        tone="warning"
        icon={<IconHistory {...icon} />}
        action={t('showReplacement')}
        onPress={() => onShow(replacedBy)}
      >
        {t('wasReplaced')}
      </Notice>
    );
  if (replaces)
    return (
      <Notice
        tone="info"
        icon={<IconFileCheck {...icon} />}
        action={t('showReplaced')}
        onPress={() => onShow(replaces)}
      >
        {t('isReplacement')}
      </Notice>
    );
  return document.can.setExpiry && <ExpiryNotice document={document} onAsk={onAsk} />;
}

function ExpiryNotice({ document, onAsk }: Omit<NoticesProps, 'onShow'>) {
  const t = useTranslations('papers');
  const formats = useFormats();
  const readDay = useReadExpiry(document);
  const { type, expiresOn, extendedUntil } = document;
  if (readDay)
    return (
      <Notice tone="info" icon={<IconCalendarEvent {...icon} />} action={t('checkDate')} onPress={onAsk}>
        {t('readNotice', { date: formats.calendarDate(readDay) })}
      </Notice>
    );
  if (expiresOn === undefined)
    return (
      endingTypes.includes(type) && (
        <Notice tone="info" icon={<IconCalendarEvent {...icon} />} action={t('giveDate')} onPress={onAsk}>
          {t('askDate')}
        </Notice>
      )
    );
  if (expiresOn >= today()) return null;
  const extended = extendedUntil && ` ${t('extendedShort', { date: formats.calendarDate(extendedUntil) })}.`;
  return (
    <Notice tone="warning" icon={<IconCalendarEvent {...icon} />} action={t('changeDate')} onPress={onAsk}>
      {t('expiredOn', { date: formats.calendarDate(expiresOn) })}.{extended}
    </Notice>
  );
}

interface NoticeProps {
  tone: 'info' | 'warning';
  icon: ReactNode;
  action: string;
  onPress: () => void;
  children: ReactNode;
}

const Notice = ({ tone, icon: picture, action, onPress, children }: NoticeProps) => (
  <div className={css.notice} data-tone={tone}>
    {picture}
    <p>{children}</p>
    <Button className={css.action ?? ''} onPress={onPress}>
      {action}
    </Button>
  </div>
);
