import { undoEmailChange } from '@perenne/contract/email-change';
import { IconArrowBackUp, IconCheck, IconLinkOff } from '../../../ui/icons.ts';
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
import { Ending } from '../flow-ending.tsx';

type State = 'asking' | 'undone' | 'ended' | 'taken';

const icon = { size: 44, stroke: 1.8 } as const;

interface UndoEmailChangePageProps {
  /** The token of the mail to the old address. */
  token: string | undefined;
  /** The token has served, or never will. */
  onSettled: () => void;
}

/** Nothing happens before the button is pressed: mail scanners open links too. */
export function UndoEmailChangePage({ token, onSettled }: UndoEmailChangePageProps) {
  const t = useTranslations('undoEmailChange');
  const errorMessage = useErrorMessage();
  const [state, setState] = useState<State>(token ? 'asking' : 'ended');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(undoEmailChange, { body: { token: given } });
      // Every session has ended on the server, this browser's too.
      for (const key of ['authToken', 'franceConnectToken'] as const) removeToken(key);
      setState('undone');
    } catch (failure) {
      if (isApiError(failure, 'EntityNotFound') || isApiError(failure, 'InvalidRequest')) setState('ended');
      else if (isApiError(failure, 'EmailAlreadyExists')) setState('taken');
      else throw failure;
    }
    onSettled();
  });
  const ways = (
    <>
      <Link to="/reset-password" className={buttonClass('primary')}>
        {t('toReset')}
      </Link>
      <Link to="/login" className={buttonClass()}>
        {t('toLogin')}
      </Link>
    </>
  );
  if (state === 'undone') {
    return (
      <Ending icon={<IconCheck {...icon} />} title={t('undoneTitle')} text={t('undoneText')}>
        {ways}
      </Ending>
    );
  }
  if (state !== 'asking') {
    return (
      <Ending icon={<IconLinkOff {...icon} />} tone="calm" title={t(`${state}Title`)} text={t(`${state}Text`)}>
        {ways}
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
