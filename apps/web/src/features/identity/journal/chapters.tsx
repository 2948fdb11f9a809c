import type { JournalChapter } from '@perenne/contract/journal';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import type { JournalSearch } from './journal-search.ts';
import css from './journal.module.css';

interface ChaptersProps {
  chapters: readonly JournalChapter[];
  /** The chapter that is shown; without it, the journal of this safe is. */
  shown: string | undefined;
  onShow: (search: JournalSearch) => void;
}

const own = 'own';

/** The choice of journal: that of this safe, or the closed one of a safe that it has received. */
export function Chapters({ chapters, shown, onShow }: ChaptersProps) {
  const t = useTranslations('journal');
  if (chapters.length === 0) return null;
  const chapter = chapters.find(({ id }) => id === shown);
  const options = [
    { id: own, label: t('ownJournal') },
    ...chapters.map(({ id, name }) => ({ id, label: t('chapterOf', { name }) })),
  ];
  return (
    <div className={css.chapters}>
      <Select
        label={t('chapter')}
        options={options}
        value={chapter?.id ?? own}
        onChange={(id) => onShow(id === own ? {} : { chapter: id })}
      />
      {chapter && <Closing chapter={chapter} />}
    </div>
  );
}

function Closing({ chapter: { name, from, to, entries, head } }: { chapter: JournalChapter }) {
  const t = useTranslations('journal');
  const formats = useFormats();
  const period = { from: formats.dateLong(from), to: formats.dateLong(to) };
  return (
    <Alert tone="info" title={t('chapterTitle', { name })} isLive>
      <p>{t('chapterText', { ...period, count: entries })}</p>
      <p className={css.head}>
        {t('chapterHead')} <span className="num">{head}</span>
      </p>
    </Alert>
  );
}
