import { undoSecondFactor } from '@perenne/contract/second-factor';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { removeToken } from '../../../lib/tokens.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useHeadingFocus } from '../../../lib/use-heading-focus.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { IconArrowBackUp, IconCheck, IconLinkOff } from '../../../ui/icons.ts';
import { Ending } from '../flow-ending.tsx';

const icon = { size: 44, stroke: 1.8 } as const;

interface UndoSecondFactorPageProps {
  /** The token of the mail that told the change. */
  token: string | undefined;
}

/** Nothing happens before the button is pressed: mail scanners open links too, and this signs every device out. */
export function UndoSecondFactorPage({ token }: UndoSecondFactorPageProps) {
  const t = useTranslations('undoSecondFactor');
  const errorMessage = useErrorMessage();
  const [state, setState] = useState<'asking' | 'undone' | 'ended'>(token === undefined ? 'ended' : 'asking');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(undoSecondFactor, { body: { token: given } });
      // Every session has ended on the server, this browser's too.
      for (const key of ['authToken', 'franceConnectToken'] as const) removeToken(key);
      setState('undone');
    } catch (failure) {
      if (!isApiError(failure, 'EntityNotFound') && !isApiError(failure, 'InvalidRequest')) throw failure;
      setState('ended');
    }
  });
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
  return (
    <Ending icon={<IconArrowBackUp {...icon} />} tone="calm" title={t('askTitle')} text={t('askText')}>
      <Button variant="primary" isPending={isPending} onPress={() => void run(token ?? '')}>
        {t('askSubmit')}
      </Button>
      <Link to="/login" className={buttonClass()}>
        {t('askKeep')}
      </Link>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
    </Ending>
  );
}
