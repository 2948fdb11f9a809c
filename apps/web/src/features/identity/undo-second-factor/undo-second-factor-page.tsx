import { undoSecondFactor } from '@perenne/contract/second-factor';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { IconCheck, IconLinkOff } from '../../../ui/buttons/icons.ts';
import { AskFirst, forgetSessions } from '../ask-first.tsx';
import { Ending } from '../flow-ending.tsx';
import { MissingLink } from '../missing-link.tsx';

const icon = { size: 44, stroke: 1.8 } as const;

interface UndoSecondFactorPageProps {
  /** The token of the mail that announced the change. */
  token: string | undefined;
}

/** Nothing happens before the button is pressed: mail scanners open links too, and this signs every device out. */
export function UndoSecondFactorPage({ token }: UndoSecondFactorPageProps) {
  const t = useTranslations('undoSecondFactor');
  const [state, setState] = useState<'asking' | 'undone' | 'ended'>('asking');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(undoSecondFactor, { body: { token: given } });
      forgetSessions();
      setState('undone');
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
      </MissingLink>
    );
  }
  if (state !== 'asking') {
    const Icon = state === 'undone' ? IconCheck : IconLinkOff;
    return (
      <Ending
        icon={<Icon {...icon} />}
        tone={state === 'undone' ? 'success' : 'calm'}
        title={t(`${state}Title`)}
        text={t(`${state}Text`)}
      >
        <Link to="/reset-password" className={buttonClass('primary')}>
          {t('toReset')}
        </Link>
      </Ending>
    );
  }
  const words = { title: t('askTitle'), text: t('askText'), submit: t('askSubmit'), keep: t('askKeep') };
  return <AskFirst {...{ words, isPending, error }} onPress={() => void run(token)} />;
}
