import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import css from './list-footer.module.css';
import type { DocumentList } from '../state/list-query.ts';

interface ListFooterProps {
  query: DocumentList['query'];
  shown: number;
  total: number;
}

/** How far the list has come. More loads by itself; the button is for keyboards, and for when it did not. */
export function ListFooter({ query, shown, total }: ListFooterProps) {
  const t = useTranslations('documents');
  const errorMessage = useErrorMessage();
  return (
    <div className={css.footer}>
      <p>{t('shown', { shown, total })}</p>
      {query.isFetchNextPageError && (
        <p role="alert" className={css.fault}>
          {errorMessage(query.error)}
        </p>
      )}
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  );
}
