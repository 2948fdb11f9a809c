import { journalKinds } from '@perenne/contract/journal';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { nowMs } from '../../../lib/browser/clock.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { firstDayOf, type JournalSearch, periodOf, type Preset, presets } from './journal-search.ts';
import css from './journal.module.css';

interface JournalFiltersProps {
  search: JournalSearch;
  onChange: (search: JournalSearch) => void;
}

const everything = 'all';

export function JournalFilters({ search, onChange }: JournalFiltersProps) {
  const t = useTranslations('journal');
  const now = nowMs();
  const period = periodOf(search, now);
  const [isChoosing, setChoosing] = useState(period === 'dates');
  const kinds = [
    { id: everything, label: t('all') },
    ...journalKinds.map((kind) => ({ id: kind, label: t(`kinds.${kind}`) })),
  ] as const;
  const periods = [
    { id: 'anyTime', label: t('anyTime') },
    ...(Object.keys(presets) as Preset[]).map((preset) => ({ id: preset, label: t(preset) })),
    { id: 'dates', label: t('chooseDates') },
  ] as const;
  const { from: _, to: __, ...kindAlone } = search;
  const choosePeriod = (chosen: (typeof periods)[number]['id']) => {
    setChoosing(chosen === 'dates');
    if (chosen === 'anyTime') onChange(kindAlone);
    else if (chosen !== 'dates') onChange({ ...kindAlone, from: firstDayOf(chosen, now) });
  };
  return (
    <div className={css.filters}>
      <Select
        label={t('kind')}
        options={kinds}
        value={search.kind ?? everything}
        onChange={(kind) => {
          const { kind: ___, ...dates } = search;
          onChange(kind === everything ? dates : { ...dates, kind });
        }}
      />
      <Select label={t('period')} options={periods} value={isChoosing ? 'dates' : period} onChange={choosePeriod} />
      {isChoosing && (
        <Dates
          key={`${search.from} ${search.to}`}
          search={search}
          onChoose={(dates) => onChange({ ...kindAlone, ...dates })}
        />
      )}
    </div>
  );
}

interface DatesProps {
  search: JournalSearch;
  onChoose: (dates: { from?: string; to?: string }) => void;
}

function Dates({ search, onChoose }: DatesProps) {
  const t = useTranslations('journal');
  const [from, setFrom] = useState(search.from ?? '');
  const [to, setTo] = useState(search.to ?? '');
  const isReversed = from !== '' && to !== '' && from > to;
  const choose = () => {
    if (!isReversed) onChoose({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
  };
  return (
    <form
      className={css.dates}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <DateField label={t('fromDate')} value={from} onChange={setFrom} />
      <DateField
        label={t('toDate')}
        value={to}
        onChange={setTo}
        errorMessage={isReversed ? t('periodOrder') : undefined}
      />
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}
