import { IconFingerprint, IconPlugConnectedX } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { fromPromise } from 'xstate';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { beginFederation, type FederationReturn } from '../../../lib/sign-in/federation.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useHeadingFocus } from '../../../lib/browser/use-heading-focus.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Ending } from '../flow-ending.tsx';
import type { WayOn } from '../sign-in.ts';
import css from './federation.module.css';
import { federationMachine } from './federation-machine.ts';
import { type FederationAnswer, finish, type GivenBack } from './finish-federation.ts';
import { forgetLinkable, keepLinkable, readLinkable } from './linkable.ts';
import { LinkForm } from './link-form.tsx';

const icon = { size: 44, stroke: 1.6 } as const;

interface FederationPageProps {
  givenBack: GivenBack;
  /** The place where the sign-in began, to begin it again from there. */
  backTo: FederationReturn;
  onAnswer: (answer: FederationAnswer) => void;
  onLinked: (wayOn: WayOn) => void;
}

export function FederationPage({ givenBack, backTo, onAnswer, onLinked }: FederationPageProps) {
  const t = useTranslations('federatedSignIn');
  const errorMessage = useErrorMessage();
  const tell = useEffectEvent(onAnswer);
  const [state, send] = useMachine(
    federationMachine.provide({
      actors: {
        finish: fromPromise(async () => {
          const answer = await finish(givenBack, { isProof: backTo === 'merge' });
          if (answer.kind === 'linkable') keepLinkable(answer.sub);
          tell(answer);
          return answer;
        }),
      },
    }),
    { input: { hasAnswer: givenBack.state !== undefined, sub: readLinkable() } },
  );
  const step = state.value;
  useHeadingFocus(step);
  switch (step) {
    case 'linking':
      return (
        <LinkForm
          sub={state.context.sub ?? ''}
          onLinked={(wayOn) => {
            forgetLinkable();
            send({ type: 'LINKED' });
            onLinked(wayOn);
          }}
        />
      );
    case 'failed':
      return (
        <Ending icon={<IconPlugConnectedX {...icon} />} tone="calm" title={t('failedTitle')} text={t('failedText')}>
          <WaysOn backTo={backTo} />
        </Ending>
      );
    case 'interrupted':
      return (
        <Ending
          icon={<IconFingerprint {...icon} />}
          tone="calm"
          title={t('interruptedTitle')}
          text={t('interruptedText')}
        >
          <WaysOn backTo={backTo} />
        </Ending>
      );
    case 'otherVersion':
      return (
        <Ending
          icon={<IconPlugConnectedX {...icon} />}
          tone="calm"
          title={t('otherVersionTitle')}
          text={t('otherVersionText')}
        />
      );
    case 'unreachable':
      return (
        <section className={css.page}>
          <PageHeading title={t('unreachableTitle')} />
          <ErrorState
            message={errorMessage(state.context.failure)}
            isOffline={state.context.failure instanceof NetworkError}
            onRetry={() => send({ type: 'RETRY' })}
          />
        </section>
      );
    case 'starting':
    case 'asking':
    case 'leaving':
      return (
        <section className={css.page} aria-busy>
          <PageHeading title={t('askingTitle')} subtitle={t('askingText')} />
          <Skeleton height={220} radius="var(--r-lg)" />
        </section>
      );
  }
}

function WaysOn({ backTo }: { backTo: FederationReturn }) {
  const t = useTranslations('federatedSignIn');
  const errorMessage = useErrorMessage();
  const { run, isPending, error } = useAction(beginFederation);
  return (
    <>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
      <Button variant="primary" isPending={isPending} onPress={() => void run(backTo)}>
        {t('again')}
      </Button>
      <Link to="/login" className={buttonClass()}>
        {t('toLogin')}
      </Link>
    </>
  );
}
