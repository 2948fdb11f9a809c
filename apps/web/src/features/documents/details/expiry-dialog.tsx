import type { Document } from '@perenne/contract/documents';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readDay } from '../../../lib/i18n/calendar-day.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { focusExpiry, useExpiry } from './use-expiry.ts';

/** As the contract bounds it: papers of somebody alive. */
const [earliest, latest] = ['1950-01-01', '2199-12-31'];

interface ExpiryDialogProps {
  document: Document;
  /** The day that its text says, to be corrected. */
  readDay?: string | undefined;
  onClose: () => void;
}

export function ExpiryDialog({ document, readDay: proposed = '', onClose }: ExpiryDialogProps) {
  const t = useTranslations('papers');
  const ui = useTranslations('ui');
  const forms = useTranslations('forms');
  const expiry = useExpiry(document);
  const [day, setDay] = useState(document.expiresOn ?? proposed);
  const [isTold, setTold] = useState(false);
  const isDay = readDay(day) !== undefined && day >= earliest && day <= latest;
  const wrong = day === '' ? forms('required', { field: t('dateLabel') }) : forms('date');
  const fault = isDay ? undefined : wrong;
  const finish = () => {
    onClose();
    focusExpiry();
  };
  const submit = () => {
    setTold(true);
    if (isDay) expiry.mutate(day, { onSuccess: finish });
  };
  return (
    <Modal title={t('dialogTitle')} onClose={onClose} size="small">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <DateField
          label={t('dateLabel')}
          hint={t(document.type === 'CIDT' ? 'dateHintCard' : 'dateHint')}
          value={day}
          onChange={setDay}
          errorMessage={isTold ? fault : undefined}
          isRequired
        />
        <ModalActions>
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={expiry.isPending}>
            {t('keepDate')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  );
}
