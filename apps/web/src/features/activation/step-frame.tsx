import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ActivationActor } from './activation-actor.ts';
import css from './activation.module.css';
import type { ActivationStep } from './activation-context.ts';

interface StepFrameProps {
  title: string;
  text: ReactNode;
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
  /** "Retour" unless told. */
  backLabel?: string;
  isPending?: boolean;
  backTo?: ActivationStep;
  /** Submits the form around it unless told what to do. */
  onPress?: () => void;
}

export function StepActions({ submitLabel, backLabel, isPending = false, backTo, onPress }: StepActionsProps) {
  return (
    <div className={css.actions}>
      {backTo && <BackButton to={backTo} label={backLabel} />}
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

/** Where a screen has other ways on than one button. */
export const StepBack = ({ to, label }: { to: ActivationStep; label?: string }) => (
  <div className={css.back}>
    <BackButton to={to} label={label} />
  </div>
);

function BackButton({ to, label }: { to: ActivationStep; label: string | undefined }) {
  const t = useTranslations('activation');
  const { send } = ActivationActor.useActorRef();
  return (
    <Button variant="quiet" onPress={() => send({ type: 'SHOW', step: to })}>
      <IconArrowLeft size={19} stroke={1.75} aria-hidden />
      {label ?? t('back')}
    </Button>
  );
}

/** The way on where the one that was taken leads nowhere. */
export const OtherWays = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <div className={css.ways}>
    <Button className={css.link ?? ''} onPress={onPress}>
      {label}
    </Button>
  </div>
);
