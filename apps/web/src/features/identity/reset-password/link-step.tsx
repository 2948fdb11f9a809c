import { verifyResetCode } from '@perenne/contract/passwords';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconLinkOff, IconLock } from '../../../ui/buttons/icons.ts';
import { AskFirst } from '../ask-first.tsx';
import { Ending } from '../flow-ending.tsx';
import { ResetActor } from './reset-actor.ts';

const icon = { size: 44, stroke: 1.8 } as const;

interface LinkStepProps {
  token: string;
  /** The link gave the right to choose a password, or a new request is to be made. */
  onDone: () => void;
}

const endings = ['NoVerificationCode', 'ExpiredVerificationCode', 'InvalidRequest'] as const;

/** Exchanges the link of the mail for the right to choose a password. */
export function LinkStep({ token, onDone }: LinkStepProps) {
  const t = useTranslations('resetPassword');
  const { send } = ResetActor.useActorRef();
  const [hasEnded, setEnded] = useState(false);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      const { resetToken } = await call(verifyResetCode, { body: { token: given } });
      send({ type: 'LINK_ACCEPTED', resetToken });
      onDone();
    } catch (failure) {
      if (!endings.some((code) => isApiError(failure, code))) throw failure;
      setEnded(true);
    }
  });
  useHeadingFocus(hasEnded ? 'ended' : 'asking');
  if (hasEnded) {
    return (
      <Ending icon={<IconLinkOff {...icon} />} tone="calm" title={t('linkEndedTitle')} text={t('linkEndedText')}>
        <Button variant="primary" onPress={onDone}>
          {t('linkEndedSubmit')}
        </Button>
      </Ending>
    );
  }
  const words = { title: t('linkTitle'), text: t('linkText'), submit: t('linkSubmit'), keep: t('linkKeep') };
  return <AskFirst icon={<IconLock {...icon} />} {...{ words, isPending, error }} onPress={() => void run(token)} />;
}
