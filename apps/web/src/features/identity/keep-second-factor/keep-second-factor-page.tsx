import { keepSecondFactor } from '@perenne/contract/second-factor';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { IconCheck, IconLinkOff, IconShieldLock } from '../../../ui/buttons/icons.ts';
import { AskFirst } from '../ask-first.tsx';
import { Ending } from '../flow-ending.tsx';
import { MissingLink } from '../missing-link.tsx';

const icon = { size: 44, stroke: 1.8 } as const;

interface KeepSecondFactorPageProps {
  /** The token of the mail that announced the removal. */
  token: string | undefined;
}

/** Nothing happens before the button is pressed: mail scanners open links too. */
export function KeepSecondFactorPage({ token }: KeepSecondFactorPageProps) {
  const t = useTranslations('keepSecondFactor');
  const [state, setState] = useState<'asking' | 'kept' | 'ended'>('asking');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(keepSecondFactor, { body: { token: given } });
      setState('kept');
    } catch (failure) {
      if (!isApiError(failure, 'EntityNotFound') && !isApiError(failure, 'InvalidRequest')) throw failure;
      setState('ended');
    }
  });
  if (token === undefined) {
    return (
      <MissingLink wayOut={t('missingText')}>
        <Link to="/login" className={buttonClass()}>
          {t('toLogin')}
        </Link>
      </MissingLink>
    );
  }
  if (state !== 'asking') {
    const Icon = state === 'kept' ? IconCheck : IconLinkOff;
    return (
      <Ending
        icon={<Icon {...icon} />}
        tone={state === 'kept' ? 'success' : 'calm'}
        title={t(`${state}Title`)}
        text={t(`${state}Text`)}
      >
        <Link to="/login" className={buttonClass('primary')}>
          {t('toLogin')}
        </Link>
      </Ending>
    );
  }
  const words = { title: t('askTitle'), text: t('askText'), submit: t('askSubmit'), keep: t('askLet') };
  return (
    <AskFirst icon={<IconShieldLock {...icon} />} {...{ words, isPending, error }} onPress={() => void run(token)} />
  );
}
