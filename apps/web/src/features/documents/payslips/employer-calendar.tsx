import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { elides } from '../../../lib/i18n/elision.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { countMonths, type PaidEmployer, yearsOf } from './calendar-years.ts';
import css from './employer-calendar.module.css';
import { MonthCell } from './month-cell.tsx';

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** A table: on phones, four months in a row of each year. */
export function EmployerCalendar({ employer }: { employer: PaidEmployer }) {
  const t = useTranslations('payslips');
  const formats = useFormats();
  const heading = useId();
  const years = yearsOf(employer);
  const { held, missing } = countMonths(years);
  const from = formats.calendarMonth(employer.firstPeriod);
  const span = { from, to: formats.calendarMonth(employer.lastPeriod), elides: elides(from) };
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <h2 id={heading}>{employer.name}</h2>
        <Badge tone={missing > 0 ? 'warning' : 'success'}>
          {missing > 0 ? t('missingCount', { count: missing }) : t('complete')}
        </Badge>
      </div>
      <p className={css.span}>
        {t('span', span)}
        <span className={css.dot}> · </span>
        <span className={css.held}>{t('held', { held, total: held + missing })}</span>
      </p>
      <table className={css.table} aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('year')}</span>
            </th>
            {monthNumbers.map((month) => (
              <th key={month} scope="col">
                {formats.monthShort(`2026-${month}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, months }) => (
            <tr key={year}>
              <th scope="row" className={css.year}>
                {year}
              </th>
              {months.map((month) => (
                <td key={month.period} data-state={month.state}>
                  <MonthCell month={month} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
