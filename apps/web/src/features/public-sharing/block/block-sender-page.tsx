import { blockSender, type BlockScope } from '@perenne/contract/senders';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { IconCheck, IconLinkOff } from '../../../ui/buttons/icons.ts';
import { GuestEnd } from '../guest-end.tsx';
import { GuestStep } from '../guest-step.tsx';
import css from '../guest-step.module.css';
import { MissingLink } from '../missing-link.tsx';

interface BlockSenderPageProps {
  /** The token of the message. */
  token: string | undefined;
  /** The choice of the link that was followed. */
  first: BlockScope;
}

/** Nothing happens before a button is pressed: mail scanners open links too. */
export function BlockSenderPage({ token, first }: BlockSenderPageProps) {
  const t = useTranslations('blockSender');
  const missing = useTranslations('missingLink');
  const errorMessage = useErrorMessage();
  const [state, setState] = useState<'asking' | 'ended' | BlockScope>('asking');
  useHeadingFocus(state);
  const { run, isPending, error } = useAction(async (scope: BlockScope) => {
    try {
      await call(blockSender, { body: { token: token ?? '', scope } });
      setState(scope);
    } catch (failure) {
      if (!isApiError(failure, 'EntityNotFound') && !isApiError(failure, 'InvalidRequest')) throw failure;
      setState('ended');
    }
  });
  if (token === undefined) {
    return (
      <MissingLink title={t('title')}>
        <p>{missing('text')}</p>
        <p>{t('missingText')}</p>
      </MissingLink>
    );
  }
  if (state !== 'asking') return <BlockEnd state={state} />;
  return (
    <GuestStep
      title={t('title')}
      documentTitle={t('title')}
      text={t('askText')}
      fault={error === undefined ? undefined : errorMessage(error)}
    >
      <div className={css.ways}>
        {([first, first === 'ALL' ? 'SENDER' : 'ALL'] as const).map((scope) => (
          <Button
            key={scope}
            variant={scope === first ? 'primary' : 'secondary'}
            className={css.way ?? ''}
            isPending={isPending}
            onPress={() => void run(scope)}
          >
            <span className={css.words}>
              {t(scope)}
              <small>{t(`${scope}Hint`)}</small>
            </span>
          </Button>
        ))}
      </div>
      <p className={css.why}>{t('secret')}</p>
    </GuestStep>
  );
}

function BlockEnd({ state }: { state: 'ended' | BlockScope }) {
  const t = useTranslations('blockSender');
  const isEnded = state === 'ended';
  const Icon = isEnded ? IconLinkOff : IconCheck;
  return (
    <GuestEnd
      title={t('title')}
      icon={<Icon size={36} stroke={1.5} />}
      state={isEnded ? t('endedTitle') : t('doneTitle')}
      actions={
        <Link to="/help" className={buttonClass()}>
          {t('about')}
        </Link>
      }
    >
      <p>{isEnded ? t('endedText') : t(`done${state}`)}</p>
      {!isEnded && <p>{t('regret')}</p>}
    </GuestEnd>
  );
}
