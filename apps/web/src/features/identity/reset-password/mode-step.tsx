import { IconDeviceMobile, IconMail } from '../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { nowMs } from '../../../lib/browser/clock.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { StepActions } from '../flow-step.tsx';
import { askResetCode } from './ask-reset-code.ts';
import { ResetActor } from './reset-actor.ts';
import { isSpent, type ResetMode } from './reset-machine.ts';

const icon = { size: 26, stroke: 1.6, 'aria-hidden': true } as const;

export function ModeStep() {
  const t = useTranslations('resetPassword');
  const flow = useTranslations('identityFlow');
  const errorMessage = useErrorMessage();
  const { send } = ResetActor.useActorRef();
  const context = ResetActor.useSelector((snapshot) => snapshot.context);
  const [mode, setMode] = useState<ResetMode>(context.mode);
  const hasSpent = isSpent(context, nowMs());
  const { run, isPending, error } = useAction(async (chosen: ResetMode) => {
    await askResetCode(context.email, chosen);
    send({ type: 'CODE_ASKED', mode: chosen, atMs: nowMs() });
  });
  const notices = [context.hasExpired && t('expired'), hasSpent && flow('spent')].filter(Boolean).join(' ');
  return (
    <StepFrame
      title={t('modeTitle')}
      text={t('modeText', { email: context.email })}
      notice={notices || undefined}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <ChoiceCards
        label={t('modeTitle')}
        value={mode}
        onChange={setMode}
        choices={[
          { id: 'EMAIL', title: t('byEmail'), text: t('byEmailText'), icon: <IconMail {...icon} /> },
          { id: 'SMS', title: t('bySms'), text: t('bySmsText'), icon: <IconDeviceMobile {...icon} /> },
        ]}
      />
      <StepActions
        submitLabel={t('modeSubmit')}
        isPending={isPending}
        isDisabled={hasSpent}
        onBack={() => send({ type: 'SHOW', step: 'email' })}
        onPress={() => void run(mode)}
      />
    </StepFrame>
  );
}
