import { IconFileDownload, IconPlus } from '../../ui/buttons/icons.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { makePart } from '../../lib/lazy/part.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { RequestList } from './requests/request-list.tsx';
import { ShareList } from './list/share-list.tsx';
import css from './shares-page.module.css';

const RequestDialog = makePart(() => import('./requests/request-dialog.tsx').then((module) => module.RequestDialog));

const views = ['active', 'expired', 'requests'] as const;

/** The documents that the owner has given to read, and those that they have asked for. */
export function SharesPage() {
  const t = useTranslations('shares');
  const { view: asked, words = '' } = useSearch({ from: '/safe/shares' });
  const view = views.find((name) => name === asked) ?? 'active';
  const navigate = useNavigate({ from: '/shares' });
  const [isAsking, setAsking] = useState(false);
  const search = (typed: string) =>
    void navigate({
      to: '.',
      search: { ...(asked ? { view: asked } : {}), ...(typed ? { words: typed } : {}) },
      replace: true,
    });
  return (
    <>
      <PageHeading
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            <Button onPress={() => setAsking(true)}>
              <IconFileDownload size={19} stroke={1.75} aria-hidden />
              {t('request')}
            </Button>
            <Link to="/shares/new" className={buttonClass('primary')}>
              <IconPlus size={19} stroke={2.25} aria-hidden />
              {t('create')}
            </Link>
          </>
        }
      />
      <div className={css.tools}>
        <nav className={css.views} aria-label={t('views')}>
          {views.map((name) => (
            <Link
              key={name}
              to="/shares"
              search={{ ...(name === 'active' ? {} : { view: name }), ...(words ? { words } : {}) }}
              replace
              className={css.view}
              activeProps={{}}
              data-current={name === view || undefined}
              aria-current={name === view ? 'page' : undefined}
            >
              {t(name)}
            </Link>
          ))}
        </nav>
        {view !== 'requests' && (
          <div className={css.search}>
            <SearchField key={view} label={t('search')} clearLabel={t('clearSearch')} asked={words} onSearch={search} />
          </div>
        )}
      </div>
      {view === 'requests' ? (
        <RequestList onCreate={() => setAsking(true)} />
      ) : (
        <ShareList status={view} words={words} />
      )}
      {isAsking && <RequestDialog onClose={() => setAsking(false)} />}
    </>
  );
}
