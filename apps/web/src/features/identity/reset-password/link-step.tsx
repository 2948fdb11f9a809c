import { verifyResetCode } from '@perenne/contract/passwords';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError, NetworkError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { IconLinkOff } from '../../../ui/buttons/icons.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Ending } from '../flow-ending.tsx';
import css from '../flow.module.css';
import { ResetActor } from './reset-actor.ts';

interface LinkStepProps {
  token: string;
  /** The link gave the right to choose a password, or a new request is to be made. */
  onDone: () => void;
}

const endings = ['NoVerificationCode', 'ExpiredVerificationCode', 'InvalidRequest'] as const;

/** Exchanges the link of the mail as soon as it is followed. */
export function LinkStep({ token, onDone }: LinkStepProps) {
  const t = useTranslations('resetPassword');
  const errorMessage = useErrorMessage();
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
  const follow = useEffectEvent(() => void run(token));
  useEffect(() => follow(), []);
  useHeadingFocus(hasEnded ? 'ended' : 'following');
  if (hasEnded) {
    return (
      <Ending
        icon={<IconLinkOff size={44} stroke={1.8} />}
        tone="calm"
        title={t('linkEndedTitle')}
        text={t('linkEndedText')}
      >
        <Button variant="primary" onPress={onDone}>
          {t('linkEndedSubmit')}
        </Button>
      </Ending>
    );
  }
  if (error !== undefined) {
    return (
      <section className={css.waiting}>
        <PageHeading title={t('linkUnreachableTitle')} />
        <ErrorState
          message={errorMessage(error)}
          isOffline={error instanceof NetworkError}
          isRetrying={isPending}
          onRetry={follow}
        />
      </section>
    );
  }
  return (
    <section className={css.waiting} aria-busy>
      <PageHeading title={t('linkTitle')} subtitle={t('linkText')} />
      <Skeleton height={160} radius="var(--r-lg)" />
    </section>
  );
}
