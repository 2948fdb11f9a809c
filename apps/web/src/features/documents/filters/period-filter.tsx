import { IconCalendar } from '../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { nowMs } from '../../../lib/browser/clock.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { makePart } from '../../../lib/lazy/part.tsx';
import { Filter } from './filter.tsx';
import { useListSearch } from '../state/list-search.ts';

const PeriodDialog = makePart(() => import('./period-dialog.tsx').then((module) => module.PeriodDialog));

/** Earlier ones are reached by their dates. */
const yearsBack = 10;

/** The year that a period is, if it is one. */
function yearOf(from: string | undefined, to: string | undefined): string | undefined {
  const year = from?.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : undefined;
}

/** A year with one press, or any two dates. */
export function PeriodFilter() {
  const t = useTranslations('documents');
  const label = usePeriodLabel();
  const { search, change } = useListSearch();
  const [isChoosing, setChoosing] = useState(false);
  const thisYear = new Date(nowMs()).getFullYear();
  const years = Array.from({ length: yearsBack }, (_, index) => String(thisYear - index));
  return (
    <>
      <Filter
        label={t('period')}
        chosen={label && (yearOf(search.from, search.to) ?? 'dates')}
        chosenLabel={label}
        entries={[
          ...years.map((year) => ({
            id: year,
            label: year,
            onAction: () => change({ from: `${year}-01-01`, to: `${year}-12-31` }),
          })),
          {
            id: 'dates',
            label: t('chooseDates'),
            icon: <IconCalendar size={19} stroke={1.75} aria-hidden />,
            onAction: () => setChoosing(true),
          },
        ]}
        onRemove={() => change({ from: undefined, to: undefined })}
      />
      {isChoosing && (
        <PeriodDialog
          from={search.from ?? ''}
          to={search.to ?? ''}
          onChoose={(period) => {
            change(period);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function usePeriodLabel(): string | undefined {
  const t = useTranslations('documents');
  const formats = useFormats();
  const { from, to } = useListSearch().search;
  const day = (date: string) => formats.calendarDateShort(date);
  if (from && to) return yearOf(from, to) ?? t('fromTo', { from: day(from), to: day(to) });
  if (from) return t('since', { from: day(from) });
  return to && t('until', { to: day(to) });
}
