import { unlockAccount } from '@perenne/contract/identity';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { IconCheck, IconLinkOff, IconLock } from '../../../ui/buttons/icons.ts';
import { AskFirst } from '../ask-first.tsx';
import { Ending } from '../flow-ending.tsx';
import { MissingLink } from '../missing-link.tsx';

const icon = { size: 44, stroke: 1.8 } as const;

interface UnlockAccountPageProps {
  /** The token of the mail that said the way is closed. */
  token: string | undefined;
}

/**
 * Opens sign-in by password again for this browser. Nothing happens before the button is pressed: a mail scanner that
 * opens links would use the link up, and be the browser that is known from then on.
 */
export function UnlockAccountPage({ token }: UnlockAccountPageProps) {
  const t = useTranslations('unlockAccount');
  const [state, setState] = useState<'asking' | 'opened' | 'ended'>('asking');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(unlockAccount, { body: { token: given } });
      setState('opened');
    } catch (failure) {
      if (!isApiError(failure, 'EntityNotFound') && !isApiError(failure, 'InvalidRequest')) throw failure;
      setState('ended');
    }
  });
  if (token === undefined) {
    return (
      <MissingLink wayOut={t('missingText')}>
        <Link to="/reset-password" className={buttonClass()}>
          {t('toReset')}
        </Link>
        <Link to="/login" className={buttonClass()}>
          {t('toLogin')}
        </Link>
      </MissingLink>
    );
  }
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
  const words = { title: t('askTitle'), text: t('askText'), submit: t('askSubmit'), keep: t('askKeep') };
  return <AskFirst icon={<IconLock {...icon} />} {...{ words, isPending, error }} onPress={() => void run(token)} />;
}
