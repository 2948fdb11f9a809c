import { changeEmail, requestEmailChange } from '@perenne/contract/email-change';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { CodeForm } from '../flow-code-form.tsx';
import { SendAgain } from '../flow-send-again.tsx';
import { ChangeActor, useUnlessEnded } from './change-actor.ts';

export function CodeStep() {
  const t = useTranslations('changeEmail');
  const unlessEnded = useUnlessEnded();
  const { send } = ChangeActor.useActorRef();
  const email = ChangeActor.useSelector((snapshot) => snapshot.context.email);
  return (
    <CodeForm
      title={t('codeTitle')}
      text={t('codeText', { email })}
      label={t('code')}
      submitLabel={t('codeSubmit')}
      onBack={() => send({ type: 'SHOW', step: 'email' })}
      onCode={async (code) => {
        const answer = await unlessEnded(() => call(changeEmail, { body: { code } }));
        if (answer !== 'ended') send({ type: 'EMAIL_REPLACED' });
      }}
    >
      <SendAgain
        onSend={async () => (await unlessEnded(() => call(requestEmailChange, { body: { email } }))) !== 'ended'}
      />
    </CodeForm>
  );
}
