import { unlockAccount } from '@perenne/contract/identity';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError, NetworkError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useHeadingFocus } from '../../../lib/use-heading-focus.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconCheck, IconLinkOff } from '../../../ui/icons.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Ending } from '../flow-ending.tsx';
import css from '../flow.module.css';

const icon = { size: 44, stroke: 1.8 } as const;

interface UnlockAccountPageProps {
  /** The token of the mail that said the way is closed. */
  token: string | undefined;
}

/** Opens sign-in by password again for this browser as soon as the link is followed. */
export function UnlockAccountPage({ token }: UnlockAccountPageProps) {
  const t = useTranslations('unlockAccount');
  const errorMessage = useErrorMessage();
  const [state, setState] = useState<'opening' | 'opened' | 'ended'>(token === undefined ? 'ended' : 'opening');
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(unlockAccount, { body: { token: given } });
      setState('opened');
    } catch (failure) {
      if (!isApiError(failure, 'EntityNotFound') && !isApiError(failure, 'InvalidRequest')) throw failure;
      setState('ended');
    }
  });
  const open = useEffectEvent(() => void (token !== undefined && run(token)));
  useEffect(() => open(), []);
  useHeadingFocus(state);
  if (state === 'opened') {
    return (
      <Ending icon={<IconCheck {...icon} />} title={t('openedTitle')} text={t('openedText')}>
        <Link to="/login" className={buttonClass('primary')}>
          {t('toLogin')}
        </Link>
      </Ending>
    );
  }
  if (state === 'ended') {
    return (
      <Ending icon={<IconLinkOff {...icon} />} tone="calm" title={t('endedTitle')} text={t('endedText')}>
        <Link to="/reset-password" className={buttonClass('primary')}>
          {t('toReset')}
        </Link>
        <Link to="/login" className={buttonClass()}>
          {t('toLogin')}
        </Link>
      </Ending>
    );
  }
  if (error !== undefined) {
    return (
      <section className={css.waiting}>
        <PageHeading title={t('unreachableTitle')} />
        <ErrorState
          message={errorMessage(error)}
          isOffline={error instanceof NetworkError}
          isRetrying={isPending}
          onRetry={open}
        />
      </section>
    );
  }
  return (
    <section className={css.waiting} aria-busy>
      <PageHeading title={t('openingTitle')} subtitle={t('openingText')} />
      <Skeleton height={160} radius="var(--r-lg)" />
    </section>
  );
}
