import { type Share, shareDurations } from '@perenne/contract/shares';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { nowMs } from '../../../lib/browser/clock.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { endAfter } from '../end-after.ts';
import css from './send-again-dialog.module.css';
import { useExtend } from './use-share-actions.ts';

/** A share that was just made for 15 days is not offered 15 days again. */
const leastGainMs = 3_600_000;

/** To a later end: a share is cut short by ending it. */
export function ExtendDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  const t = useTranslations('shares');
  const ui = useTranslations('ui');
  const formats = useFormats();
  const errorMessage = useErrorMessage();
  const extend = useExtend(share);
  const [from] = useState(nowMs);
  const later = shareDurations.filter((days) => endAfter(days, from - leastGainMs) > share.expirationDate);
  const [chosen, setChosen] = useState(later[0]);
  const options = later.map((days) => ({
    id: String(days),
    label: t('extendTo', { days, date: formats.dateLong(endAfter(days, from)) }),
  }));
  return (
    <Modal title={t('extendTitle')} onClose={onClose} size="small">
      <p className={css.text}>{t('extendText', { date: formats.dateTime(share.expirationDate) })}</p>
      {chosen === undefined ? (
        <Alert tone="info">{t('extendLatest')}</Alert>
      ) : (
        <Select
          label={t('extendLabel')}
          options={options}
          value={String(chosen)}
          onChange={(id) => setChosen(later.find((days) => String(days) === id))}
        />
      )}
      {extend.isError && (
        <Alert tone="danger" isLive>
          {errorMessage(extend.error)}
        </Alert>
      )}
      <ModalActions>
        <Button onPress={onClose}>{chosen === undefined ? ui('close') : ui('cancel')}</Button>
        {chosen !== undefined && (
          <Button
            variant="primary"
            isPending={extend.isPending}
            onPress={() => extend.mutate(chosen, { onSuccess: onClose })}
          >
            {t('extendSubmit')}
          </Button>
        )}
      </ModalActions>
    </Modal>
  );
}
