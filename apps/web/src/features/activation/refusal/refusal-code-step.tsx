import { requestRefusalCode, verifyRefusalCode } from '@perenne/contract/activation';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { nowMs } from '../../../lib/browser/clock.ts';
import { areCodesSpent } from '../../../lib/sign-in/flow/spent-codes.ts';
import { showPhone } from '../../../lib/i18n/french-phone.ts';
import { ActivationActor } from '../flow/activation-actor.ts';
import { CodeProofForm } from '../code-proof-form.tsx';
import { keep } from '../flow/kept.ts';
import { todayInFrance } from '../flow/legal-dates.ts';
import { SendAgain } from '../send-again.tsx';

export function RefusalCodeStep() {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  const context = ActivationActor.useSelector((snapshot) => snapshot.context);
  const { identity, refusalPhone: phone, refusalCodesAskedAtMs } = context;
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
    send({ type: 'REFUSAL_CODE_SENT_AGAIN', atMs: nowMs() });
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
      <SendAgain send={sendAgain} token="refusalToken" isSpent={areCodesSpent(refusalCodesAskedAtMs, nowMs())} />
    </CodeProofForm>
  );
}
