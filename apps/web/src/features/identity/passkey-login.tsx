import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useAction } from '../../lib/api/use-action.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { IconFingerprint } from '../../ui/buttons/icons.ts';
import css from './login-page.module.css';
import { signInByPasskey, type SignInOutcome, type WayIn, type WayOn } from './sign-in.ts';

type Fault = Exclude<Awaited<ReturnType<typeof signInByPasskey>>, WayOn | { kind: 'leaving' }>['kind'];

/** Opens the safe by a passkey alone, where the browser has any. */
export function PasskeyLogin({ onDone, isFaultShown, onBegin }: { onDone: (wayOn: WayOn) => void } & WayIn) {
  const t = useTranslations('login');
  const errorMessage = useErrorMessage('passkeyLogin');
  const [fault, setFault] = useState<Fault>();
  const { run, isPending, error } = useAction<void>(async () => {
    setFault(undefined);
    onBegin();
    const outcome = await signInByPasskey();
    if (isWayOn(outcome)) onDone(outcome);
    else if (outcome.kind !== 'leaving') setFault(outcome.kind);
  });
  if (!('PublicKeyCredential' in window)) return null;
  const words = error === undefined ? fault && t(fault) : errorMessage(error);
  return (
    <div className={css.passkey}>
      <Button isPending={isPending} onPress={() => void run()} {...(css.wide ? { className: css.wide } : {})}>
        <IconFingerprint size={20} stroke={1.75} aria-hidden />
        {t('passkey')}
      </Button>
      {words && isFaultShown && (
        <Alert tone={fault === 'passkeyCancelled' ? 'warning' : 'danger'} isLive>
          {words}
        </Alert>
      )}
    </div>
  );
}

const isWayOn = (outcome: SignInOutcome | { kind: Fault }): outcome is WayOn =>
  outcome.kind === 'signedIn' || outcome.kind === 'changeEmail' || outcome.kind === 'secondFactor';
