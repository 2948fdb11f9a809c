import type { Document } from '@perenne/contract/documents';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useTranslations } from 'use-intl';
import css from './document-facts.module.css';
import { TypeDialog } from './type-dialog.tsx';

export function ChangeType({ document }: { document: Document }) {
  const t = useTranslations('details');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button className={css.change ?? ''} onPress={() => setAsking(true)}>
        {t('changeType')}
      </Button>
      {isAsking && <TypeDialog document={document} onClose={() => setAsking(false)} />}
    </>
  );
}
