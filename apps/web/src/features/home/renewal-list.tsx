import type { Document } from '@perenne/contract/documents';
import { IconCalendarEvent } from '../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { daysBetween, today } from '../../lib/i18n/calendar-day.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import css from './renewal-list.module.css';

interface RenewalListProps {
  papers: readonly Document[];
  onClose: () => void;
}

const monthDays = 30.44;
/** Within so many days, they are counted by days. */
const soonDays = 45;

/** The papers that their owner has to renew, the first to end first. */
export function RenewalList({ papers }: RenewalListProps) {
  const t = useTranslations('papers');
  return (
    <Card className={css.card}>
      <h2 className={css.heading}>
        <IconCalendarEvent size={22} stroke={1.75} aria-hidden />
        {t('remindersTitle')}
      </h2>
      <ul>
        {papers.map((paper) => (
          <Renewal key={paper.id} paper={paper} />
        ))}
      </ul>
    </Card>
  );
}

function Renewal({ paper: { id, title, expiresOn = '', extendedUntil } }: { paper: Document }) {
  const t = useTranslations('papers');
  const formats = useFormats();
  const days = daysBetween(today(), expiresOn);
  const isOver = days < 0;
  const date = formats.calendarDate(expiresOn);
  return (
    <li className={css.paper}>
      <div className={css.words}>
        <Link to="/documents/{-$folderId}" search={{ document: id }} className={css.title}>
          {title}
        </Link>
        <p>
          {isOver ? t('expiredOn', { date }) : t('expiresOn', { date })}
          {extendedUntil && (
            <span className={css.extended}>{t('extendedShort', { date: formats.calendarDate(extendedUntil) })}</span>
          )}
        </p>
      </div>
      {!isOver && (
        <Badge tone="warning">
          {days <= soonDays ? t('inDays', { days }) : t('inMonths', { months: Math.round(days / monthDays) })}
        </Badge>
      )}
      {isOver && <Badge tone={extendedUntil ? 'info' : 'danger'}>{t(extendedUntil ? 'toCheck' : 'over')}</Badge>}
    </li>
  );
}
