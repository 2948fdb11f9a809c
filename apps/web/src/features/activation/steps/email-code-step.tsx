import { sendActivationEmailCode, verifyActivationEmailCode } from '@perenne/contract/activation';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { ActivationActor } from '../flow/activation-actor.ts';
import { CodeProofForm } from '../code-proof-form.tsx';
import { SendAgain } from '../send-again.tsx';

export function EmailCodeStep() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  const email = ActivationActor.useSelector((snapshot) => snapshot.context.email);
  const prove = async (code: string, token: string) => {
    try {
      await call(verifyActivationEmailCode, { body: { code }, token });
      send({ type: 'EMAIL_PROVED' });
    } catch (failure) {
      if (!isApiError(failure, 'EmailAlreadyExists')) throw failure;
      send({ type: 'EMAIL_TAKEN' });
    }
  };
  return (
    <CodeProofForm
      title={t('emailCodeTitle')}
      text={t('emailCodeText', { email })}
      label={t('emailCode')}
      submitLabel={t('emailCodeSubmit')}
      backTo="email"
      backLabel={t('emailChange')}
      onCode={prove}
    >
      <SendAgain send={(token) => call(sendActivationEmailCode, { body: { email }, token })} />
    </CodeProofForm>
  );
}
