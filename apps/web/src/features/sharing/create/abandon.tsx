import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgetInTab } from '../../../lib/browser/tab-memory.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { newShareKey } from './flow-key.ts';
import { useShare } from './share-actor.ts';

export function Abandon() {
  const t = useTranslations('newShare');
  const navigate = useNavigate();
  const { title, documents } = useShare();
  const [isAsked, setAsked] = useState(false);
  const leave = () => {
    forgetInTab(newShareKey());
    void navigate({ to: '/shares' });
  };
  return (
    <>
      <Button variant="quiet" onPress={() => (title || documents.length > 0 ? setAsked(true) : leave())}>
        {t('abandon')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('abandonTitle')}
          confirmLabel={t('abandon')}
          isDanger
          onConfirm={leave}
          onClose={() => setAsked(false)}
        >
          <p>{t('abandonText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
