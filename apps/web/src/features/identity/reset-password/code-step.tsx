import { verifyResetCode } from '@perenne/contract/passwords';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { nowMs } from '../../../lib/browser/clock.ts';
import { CodeForm } from '../flow-code-form.tsx';
import { SendAgain } from '../flow-send-again.tsx';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { askResetCode } from './ask-reset-code.ts';
import { ResetActor } from './reset-actor.ts';
import { isSpent } from './reset-machine.ts';

export function CodeStep() {
  const t = useTranslations('resetPassword');
  const { send } = ResetActor.useActorRef();
  const context = ResetActor.useSelector((snapshot) => snapshot.context);
  const { email, mode, resetToken } = context;
  const title = t('codeTitle');
  const text = t(`codeText${mode}`, { email });
  const goBack = () => send({ type: 'SHOW', step: 'mode' });
  if (resetToken !== null) {
    return (
      <StepFrame title={title} text={text} notice={t('codeDone')}>
        <StepActions submitLabel={t('next')} onBack={goBack} onPress={() => send({ type: 'GO_ON' })} />
      </StepFrame>
    );
  }
  return (
    <CodeForm
      title={title}
      text={text}
      label={t('code')}
      submitLabel={t('codeSubmit')}
      onBack={goBack}
      onCode={async (code) => {
        const { resetToken: token } = await call(verifyResetCode, { body: { email, code } });
        send({ type: 'CODE_ACCEPTED', resetToken: token });
      }}
    >
      <SendAgain
        isSpent={isSpent(context, nowMs())}
        onSend={async () => {
          await askResetCode(email, mode);
          send({ type: 'CODE_ASKED', mode, atMs: nowMs() });
          return true;
        }}
      />
    </CodeForm>
  );
}
