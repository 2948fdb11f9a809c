import { useTranslations } from 'use-intl';
import { SendAgainButton } from '../../lib/sign-in/flow/send-again.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { type OwnToken, useActivationCall } from './flow/use-activation-call.ts';

interface SendAgainProps {
  send: (token: string) => Promise<void>;
  token?: OwnToken;
  /** No more codes for now. */
  isSpent?: boolean;
}

export function SendAgain({ send, token: name = 'activationToken', isSpent = false }: SendAgainProps) {
  const t = useTranslations('activation');
  const flow = useTranslations('identityFlow');
  const notify = useNotify();
  const { run, isPending, fault } = useActivationCall(async (restart: () => void, token) => {
    await send(token);
    notify({ text: t('codeSentAgain') });
    restart();
  }, name);
  return (
    <>
      <SendAgainButton
        isSpent={isSpent}
        isPending={isPending}
        onPress={(restart) => void run(restart)}
        label={(seconds) => (seconds > 0 ? t('codeWait', { seconds }) : t('codeResend'))}
      />
      {isSpent && <p>{flow('spent')}</p>}
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
    </>
  );
}
