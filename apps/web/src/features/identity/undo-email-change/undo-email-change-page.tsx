import { undoEmailChange } from '@perenne/contract/email-change';
import { IconCheck, IconLinkOff } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { AskFirst, forgetSessions } from '../ask-first.tsx';
import { Ending } from '../flow-ending.tsx';
import { MissingLink } from '../missing-link.tsx';

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
  const [state, setState] = useState<State>('asking');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (given: string) => {
    try {
      await call(undoEmailChange, { body: { token: given } });
      forgetSessions();
      setState('undone');
    } catch (failure) {
      if (isApiError(failure, 'EntityNotFound') || isApiError(failure, 'InvalidRequest')) setState('ended');
      else if (isApiError(failure, 'EmailAlreadyExists')) setState('taken');
      else throw failure;
    }
    onSettled();
  });
  const isMissing = token === undefined;
  const ways = (
    <>
      <Link to="/reset-password" className={buttonClass(isMissing ? 'secondary' : 'primary')}>
        {t('toReset')}
      </Link>
      <Link to="/login" className={buttonClass()}>
        {t('toLogin')}
      </Link>
    </>
  );
  if (isMissing) return <MissingLink wayOut={t('missingText')}>{ways}</MissingLink>;
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
  const words = { title: t('askTitle'), text: t('askText'), submit: t('askSubmit'), keep: t('askKeep') };
  return <AskFirst {...{ words, isPending, error }} onPress={() => void run(token)} />;
}
