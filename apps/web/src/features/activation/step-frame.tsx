import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import type { ActivationStep } from './activation-machine.ts';

interface StepFrameProps {
  title: string;
  text: string;
  fault?: string | undefined;
  children: ReactNode;
}

export const StepFrame = ({ title, text, fault, children }: StepFrameProps) => (
  <section className={css.step}>
    <PageHeading title={title} subtitle={text} />
    {fault && (
      <Alert tone="danger" isLive>
        {fault}
      </Alert>
    )}
    {children}
  </section>
);

interface StepActionsProps {
  submitLabel: string;
  isPending?: boolean;
  backTo?: ActivationStep;
  /** Submits the form around it unless told what to do. */
  onPress?: () => void;
}

export function StepActions({ submitLabel, isPending = false, backTo, onPress }: StepActionsProps) {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return (
    <div className={css.actions}>
      {backTo && (
        <Button variant="quiet" onPress={() => send({ type: 'SHOW', step: backTo })}>
          <IconArrowLeft size={19} stroke={1.75} aria-hidden />
          {t('back')}
        </Button>
      )}
      <Button
        type={onPress ? 'button' : 'submit'}
        variant="primary"
        isPending={isPending}
        {...(onPress ? { onPress } : {})}
      >
        {submitLabel}
      </Button>
    </div>
  );
}
