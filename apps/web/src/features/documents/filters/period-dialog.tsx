import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import css from './period-dialog.module.css';

interface PeriodDialogProps {
  /** `YYYY-MM-DD`, or empty. */
  from: string;
  to: string;
  onChoose: (period: { from: string | undefined; to: string | undefined }) => void;
  onClose: () => void;
}

export function PeriodDialog({ onChoose, onClose, ...given }: PeriodDialogProps) {
  const t = useTranslations('documents');
  const ui = useTranslations('ui');
  const [from, setFrom] = useState(given.from);
  const [to, setTo] = useState(given.to);
  const [isTold, setTold] = useState(false);
  const fault = from && to && from > to ? t('periodOrder') : undefined;
  const submit = () => {
    setTold(true);
    if (!fault) onChoose({ from: from || undefined, to: to || undefined });
  };
  return (
    <Modal title={t('chooseDatesTitle')} onClose={onClose} size="small">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={css.dates}>
          <DateField label={t('fromDate')} value={from} onChange={setFrom} />
          <DateField label={t('toDate')} value={to} onChange={setTo} errorMessage={isTold ? fault : undefined} />
        </div>
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('showPeriod')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
