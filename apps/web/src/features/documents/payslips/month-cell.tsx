import { IconCheck, IconMinus } from '../../../ui/buttons/icons.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import { elides } from '../../../lib/i18n/elision.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { CalendarMonth } from './calendar-years.ts';
import css from './month-cell.module.css';

const icon = { size: 18, stroke: 2, 'aria-hidden': true } as const;

/** Closing the document comes back here. */
const over = { isFromList: true } as const;
const toPayslip = (id: string) =>
  ({ to: '/documents/{-$folderId}', search: { type: 'PAYE', document: id }, state: over }) as const;

export function MonthCell({ month: { period, state, documentIds } }: { month: CalendarMonth }) {
  const t = useTranslations('payslips');
  const formats = useFormats();
  const month = formats.calendarMonth(period);
  const named = { month, elides: elides(month) };
  const short = formats.monthShort(period);
  const name = (
    <span className={css.name} aria-hidden>
      {short}
    </span>
  );
  const [latest, ...earlier] = documentIds;
  if (state === 'outside') return <span className={css.outside}>{name}</span>;
  if (latest === undefined)
    return (
      <span className={css.missing} title={t('missing', named)}>
        {name}
        <IconMinus {...icon} />
        <span className="sr">{t('missing', named)}</span>
      </span>
    );
  if (earlier.length > 0) return <Versions {...{ named, short, documentIds }} />;
  return (
    <Link {...toPayslip(latest)} className={css.held}>
      <span className={css.name}>{short}</span>
      <span className="sr"> {t('open', named)}</span>
      <IconCheck {...icon} />
    </Link>
  );
}

interface VersionsProps {
  named: { month: string; elides: 'yes' | 'no' };
  /** The month as the cell shows it: it begins the name that is read out (WCAG 2.5.3). */
  short: string;
  documentIds: readonly string[];
}

/** A month that was corrected: each version can be read. */
function Versions({ named, short, documentIds }: VersionsProps) {
  const t = useTranslations('payslips');
  const navigate = useNavigate();
  const count = documentIds.length;
  const label = t('several', { ...named, count });
  return (
    <Menu
      label={label}
      trigger={
        <Button className={css.held ?? ''}>
          <span className={css.name}>{short}</span>
          <span className="sr"> {label}</span>
          <IconCheck {...icon} />
          <span className={css.count} aria-hidden>
            {count}
          </span>
        </Button>
      }
      entries={documentIds.map((id, index) => ({
        id,
        label: index === 0 ? t('latest') : t('earlier', { count: count - index }),
        onAction: () => void navigate(toPayslip(id)),
      }))}
    />
  );
}
