import { IconArrowLeft } from '../../../ui/buttons/icons.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import css from './flow.module.css';
import { bringBefore } from './focus-fault.ts';

interface StepFrameProps {
  title: string;
  text: ReactNode;
  /** Why the flow came back here. */
  notice?: string | undefined;
  fault?: string | undefined;
  children: ReactNode;
}

export const StepFrame = ({ title, text, notice, fault, children }: StepFrameProps) => (
  <section className={css.step}>
    <PageHeading title={title} subtitle={text} />
    {notice && !fault && (
      <Alert tone="info" isLive>
        {notice}
      </Alert>
    )}
    {fault && <Fault key={fault}>{fault}</Fault>}
    {children}
  </section>
);

/** The fault may be far above the pressed button: it takes the focus, unless a wrong field has it. */
function Fault({ children }: { children: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('[aria-invalid="true"]')) bringBefore(frame.current);
  }, []);
  // The words are read out as they come; a frame without a name does not say them again.
  return (
    <div ref={frame} className={css.fault} tabIndex={-1} data-step-fault>
      <Alert tone="danger" isLive>
        {children}
      </Alert>
    </div>
  );
}

export interface StepActionsProps {
  submitLabel: string;
  isPending?: boolean;
  isDisabled?: boolean;
  /** The way back, in front of the button. */
  back?: ReactNode;
  /** Submits the form around it by default. */
  onPress?: () => void;
}

export const StepActions = ({
  submitLabel,
  isPending = false,
  isDisabled = false,
  back,
  onPress,
}: StepActionsProps) => (
  <div className={css.actions}>
    {back}
    <Button
      type={onPress ? 'button' : 'submit'}
      variant="primary"
      isPending={isPending}
      isDisabled={isDisabled}
      {...(onPress ? { onPress } : {})}
    >
      {submitLabel}
    </Button>
  </div>
);

export const StepBack = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button variant="quiet" onPress={onPress}>
    <IconArrowLeft size={19} stroke={1.75} aria-hidden />
    {label}
  </Button>
);
