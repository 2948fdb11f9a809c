import { requestEmailChangeCode, verifyEmailChangeCode } from '@perenne/contract/email-change';
import { getProfile, listSessions } from '@perenne/contract/identity';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/call.ts';
import { CodeForm } from '../../../../lib/forms/code-form.tsx';
import { isPersonalAddress, domainOf } from '../../../../lib/forms/personal-address.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal, ModalActions } from '../../../../ui/overlays/modal.tsx';
import { emailChangeMachine } from './email-change-machine.ts';
import { EmailForm } from './email-form.tsx';
import css from '../safety.module.css';

interface EmailDialogProps {
  current: string;
  onClose: () => void;
}

/** Another sign-in address: asked for, doubted if it looks professional, proved by a code. */
export function EmailDialog({ current, onClose }: EmailDialogProps) {
  const t = useTranslations('safety');
  const queries = useQueryClient();
  // The end shows the address before: the profile has the new one by then.
  const [former] = useState(current);
  const [state, send] = useMachine(emailChangeMachine);
  const { email, password } = state.context;
  const sendCode = (body: { email: string; password: string }) => call(requestEmailChangeCode, { body });
  const request = useAction(async (asked: { email: string; password: string }) => {
    try {
      await sendCode(asked);
      send({ type: 'CODE_SENT' });
    } catch (failure) {
      send({ type: 'CORRECT' });
      throw failure;
    }
  });
  const ask = (asked: { email: string; password: string }) => {
    const isDoubtful = !isPersonalAddress(asked.email);
    send({ type: 'ASK', ...asked, isDoubtful });
    if (!isDoubtful) void request.run(asked);
  };
  const verify = async (code: string) => {
    await call(verifyEmailChangeCode, { body: { code } });
    send({ type: 'CHANGED' });
    void queries.invalidateQueries({ queryKey: [getProfile.id] });
    void queries.invalidateQueries({ queryKey: [listSessions.id] });
  };
  const title = state.matches('doubting')
    ? t('warningTitle')
    : state.matches('changed')
      ? t('emailDoneTitle')
      : t('emailTitle');
  return (
    <Modal title={title} onClose={onClose} size="small">
      {(state.matches('asking') || state.matches('sending')) && (
        <EmailForm
          current={former}
          asked={state.context}
          error={request.error}
          isPending={state.matches('sending')}
          onAsk={ask}
          onClose={onClose}
        />
      )}
      {state.matches('doubting') && (
        <>
          <p className={css.text}>{t('warningText', { domain: domainOf(email) })}</p>
          <ModalActions>
            <Button onPress={() => send({ type: 'CORRECT' })}>{t('warningCancel')}</Button>
            <Button
              variant="primary"
              onPress={() => {
                send({ type: 'CONFIRM' });
                void request.run({ email, password });
              }}
            >
              {t('warningConfirm')}
            </Button>
          </ModalActions>
        </>
      )}
      {state.matches('proving') && (
        <>
          <p className={css.text}>{t('emailCodeText', { email })}</p>
          <CodeForm
            label={t('emailCode')}
            submitLabel={t('emailCodeSubmit')}
            onVerify={verify}
            onSendAgain={() => sendCode({ email, password })}
            back={<Button onPress={() => send({ type: 'CORRECT' })}>{t('emailAgain')}</Button>}
          />
        </>
      )}
      {state.matches('changed') && (
        <>
          <Alert tone="success" isLive>
            {t('emailDone', { email, former })}
          </Alert>
          <ModalActions>
            <Button variant="primary" onPress={onClose}>
              {t('emailDoneClose')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  );
}
