import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import flow from '../../lib/sign-in/flow/flow.module.css';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { IconCheck } from '../../ui/buttons/icons.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { MergeActor } from './merge-actor.ts';
import css from './merge.module.css';
import { forgetProof } from './proof.ts';

/** The documents, employers and journal that have come, and where to find them. */
export function DoneStep() {
  const t = useTranslations('merge');
  const { brought, merged } = MergeActor.useSelector((snapshot) => snapshot.context);
  const { nbDocs = 0, trashed = 0, employers = [] } = brought ?? {};
  const queries = useQueryClient();
  useEffect(() => {
    forgetProof();
    // All that this browser knew of the safe was before.
    void queries.invalidateQueries();
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
  }, [queries]);
  return (
    <div className={flow.done}>
      <span className={css.mark} aria-hidden>
        <IconCheck size={44} stroke={2.2} />
      </span>
      <PageHeading title={t('doneTitle')} subtitle={t('doneText', { email: merged?.email ?? '' })} />
      <ul className={css.result}>
        <li>
          {t('arrived', { count: merged?.nbDocs ?? nbDocs })}
          <Link to="/documents/{-$folderId}" className={flow.textLink}>
            {t('seeDocuments')}
          </Link>
        </li>
        {trashed > 0 && (
          <li>
            {t('arrivedInTrash', { count: trashed })}
            <Link to="/trash" className={flow.textLink}>
              {t('seeTrash')}
            </Link>
          </li>
        )}
        {employers.length > 0 && <li>{t('employersNow', { employers: employers.join(', ') })}</li>}
        <li>
          {t('journalNow')}
          <Link to="/account/journal" className={flow.textLink}>
            {t('seeJournal')}
          </Link>
        </li>
      </ul>
      <Link to="/home" className={buttonClass('primary')}>
        {t('finish')}
      </Link>
    </div>
  );
}
