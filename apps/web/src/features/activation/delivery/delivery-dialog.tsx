import {
  type Agreement,
  getAgreementStatus,
  requestAgreementCode,
  verifyAgreementCode,
} from '@perenne/contract/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { CodeForm } from '../../../lib/forms/code-form.tsx';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { Receipt } from './delivery.tsx';
import css from './delivery.module.css';

interface DeliveryDialogProps {
  /** As it stood when the dialog was opened: what is asked for is the contrary. */
  agreement: Agreement;
  onClose: () => void;
}

/** The meaning of the change, an SMS code to confirm it, and the receipt. */
export function DeliveryDialog({ agreement, onClose }: DeliveryDialogProps) {
  const t = useTranslations('delivery');
  const ui = useTranslations('ui');
  const queries = useQueryClient();
  const errorMessage = useErrorMessage();
  const [step, setStep] = useState<'explained' | 'proving' | 'done'>('explained');
  const { employer } = agreement;
  const accepted = !agreement.accepted;
  const named = { employer: employer.name };
  const sendCode = () => call(requestAgreementCode, { body: { employerId: employer.id, accepted } });
  const { run, isPending, error } = useAction(async () => {
    await sendCode();
    setStep('proving');
  });
  const verify = async (code: string) => {
    await call(verifyAgreementCode, { body: { code } });
    setStep('done');
    await queries.invalidateQueries({ queryKey: [getAgreementStatus.id] });
  };
  const question = accepted ? t('onTitle') : t('offTitle');
  return (
    <Modal title={step === 'done' ? t('doneTitle') : question} onClose={onClose} size="small">
      {step === 'explained' && (
        <>
          <Effects accepted={accepted} employer={employer.name} />
          {error !== undefined && (
            <div className={css.fault}>
              <Alert tone="danger" isLive>
                {isApiError(error, 'PhoneNumberFormatError') ? t('noMobile') : errorMessage(error)}
              </Alert>
            </div>
          )}
          <ModalActions>
            <Button onPress={onClose}>{ui('cancel')}</Button>
            <Button variant="primary" isPending={isPending} onPress={() => void run(undefined)}>
              {t('sendCode')}
            </Button>
          </ModalActions>
        </>
      )}
      {step === 'proving' && (
        <>
          <p className={css.text}>{t('codeText')}</p>
          <CodeForm
            label={t('code')}
            submitLabel={t('confirm')}
            waitsForButton
            onVerify={verify}
            onSendAgain={sendCode}
            back={<Button onPress={onClose}>{ui('cancel')}</Button>}
          />
        </>
      )}
      {step === 'done' && (
        <>
          <div className={css.done}>
            <Alert tone="success" isLive>
              {accepted ? t('doneOn', named) : t('doneOff', named)} {t('doneReceipt')}
            </Alert>
            <Receipt agreement={agreement} />
          </div>
          <ModalActions>
            <Button variant="primary" onPress={onClose}>
              {t('close')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  );
}

/** D.3243-8: three months at the latest; what is made meanwhile is not delivered again. */
function Effects({ accepted, employer }: { accepted: boolean; employer: string }) {
  const t = useTranslations('delivery');
  return (
    <div className={css.effects}>
      <p>{accepted ? t('onEffect', { employer }) : t('offEffect', { employer })}</p>
      <p>{accepted ? t('onMissed') : t('offMeanwhile')}</p>
      {!accepted && <p>{t('offKept')}</p>}
      {!accepted && <p>{t('offOthers')}</p>}
      <p>{t('sms')}</p>
    </div>
  );
}
