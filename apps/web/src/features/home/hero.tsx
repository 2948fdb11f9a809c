import type { Document } from '@perenne/contract/documents';
import { IconDownload, IconPlus, IconRosetteDiscountCheck } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useAddDocuments } from '../../lib/uploads/add-documents.ts';
import { latestDocuments, unreadDocuments } from '../../lib/documents/document-queries.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Dial } from '../../ui/brand/dial.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './hero.module.css';
import { PayslipDrawing } from './payslip-drawing.tsx';
import { useDownload } from './use-download.ts';
import { useOrigin } from './use-origin.ts';

/** The newest document that waits to be read. */
export function Hero() {
  const unread = useQuery(unreadDocuments);
  if (unread.isError && !unread.data) {
    return (
      <div className={css.placeholder}>
        <QueryState query={unread}>{() => null}</QueryState>
      </div>
    );
  }
  return (
    <div className={css.frame}>
      <QueryState query={unread} skeleton={<Skeleton height="100%" radius="var(--r-xl)" />}>
        {({ items: [newest] }) => (newest ? <NewDocument document={newest} /> : <NothingNew />)}
      </QueryState>
    </div>
  );
}

/** A dash stays at the end of its line, never at the start of the next. */
const keepDash = (title: string) => title.replace(/ ([–—-]) /g, '\u00A0$1 ');

function NewDocument({ document }: { document: Document }) {
  const t = useTranslations('home');
  const formats = useFormats();
  const origin = useOrigin();
  const download = useDownload();
  return (
    <section className={css.hero} aria-labelledby="hero">
      <Dial size={400} strokeWidth={1.2} className={css.dial} />
      <PayslipDrawing className={css.sheet} />
      <div>
        <p className={css.eyebrow}>
          <b>{t('new')}</b>
          {t('received', { date: formats.dayAndMonthLong(document.addedAt) })}
        </p>
        <h2 id="hero">{keepDash(document.title)}</h2>
        <p className={css.line}>{origin.sentence(document)}</p>
        {document.addedBy === 'company' && (
          <p className={css.line}>
            <IconRosetteDiscountCheck size={19} stroke={1.75} aria-hidden />
            {t('original')}
          </p>
        )}
      </div>
      <div className={css.actions}>
        <Link
          to="/documents/{-$folderId}"
          search={{ document: document.id }}
          className={buttonClass('accent')}
          aria-describedby="hero"
        >
          {t('open')}
        </Link>
        <Button
          variant="onNav"
          aria-describedby="hero"
          isPending={download.isPending}
          onPress={() => download.mutate(document)}
        >
          <IconDownload size={19} stroke={1.75} aria-hidden />
          {t('download')}
        </Button>
      </div>
    </section>
  );
}

/** All is read, or the safe is still empty: each says what comes next. */
function NothingNew() {
  const t = useTranslations('home');
  const addDocuments = useAddDocuments();
  const { data } = useQuery(latestDocuments);
  const isEmptySafe = data?.total === 0;
  return (
    <section className={css.hero} aria-labelledby="hero">
      <Dial size={400} strokeWidth={1.2} className={css.dial} />
      <PayslipDrawing className={css.sheet} />
      <div>
        <h2 id="hero">{isEmptySafe ? t('emptySafe') : t('allRead')}</h2>
        <p className={css.text}>{isEmptySafe ? t('emptySafeText') : t('allReadText')}</p>
      </div>
      <div className={css.actions}>
        {isEmptySafe ? (
          <Button variant="accent" onPress={() => addDocuments()}>
            <IconPlus size={19} stroke={2.25} aria-hidden />
            {t('addDocument')}
          </Button>
        ) : (
          <Link to="/documents/{-$folderId}" className={buttonClass('accent')}>
            {t('seeDocuments')}
          </Link>
        )}
      </div>
    </section>
  );
}
