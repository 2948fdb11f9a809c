import { requestRefusalCode, verifyRefusalCode } from '@perenne/contract/activation';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { showPhone } from '../../lib/french-phone.ts';
import { ActivationActor } from './activation-actor.ts';
import { CodeProofForm } from './code-proof-form.tsx';
import { keep } from './kept.ts';
import { todayInFrance } from './legal-dates.ts';
import { SendAgain } from './send-again.tsx';

export function RefusalCodeStep() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  const { identity, refusalPhone: phone } = ActivationActor.useSelector((snapshot) => snapshot.context);
  const confirm = async (code: string, token: string) => {
    try {
      await call(verifyRefusalCode, { body: { code }, token });
      send({ type: 'REFUSED', on: todayInFrance() });
    } catch (failure) {
      if (!isApiError(failure, 'RefusalDisabled')) throw failure;
      send({ type: 'REFUSAL_DISABLED' });
    }
  };
  const sendAgain = async () => {
    const { activationToken } = await call(requestRefusalCode, { body: { ...identity, phone } });
    keep('refusalToken', activationToken);
  };
  return (
    <CodeProofForm
      title={t('refusalCodeTitle')}
      text={t('refusalCodeText', { phone: showPhone(phone).replaceAll(' ', '\u00a0') })}
      label={t('refusalCode')}
      submitLabel={t('refusalCodeSubmit')}
      backTo="refusal"
      token="refusalToken"
      waitsForButton
      onCode={confirm}
    >
      <SendAgain send={sendAgain} token="refusalToken" />
    </CodeProofForm>
  );
}
