import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import css from './flow.module.css';

interface StepFrameProps {
  title: string;
  text: string;
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
  isDisabled?: boolean;
  onBack?: () => void;
  /** Submits the form around it unless told what to do. */
  onPress?: () => void;
}

export function StepActions({ submitLabel, isPending = false, isDisabled = false, onBack, onPress }: StepActionsProps) {
  const t = useTranslations('identityFlow');
  return (
    <div className={css.actions}>
      {onBack && (
        <Button variant="quiet" onPress={onBack}>
          <IconArrowLeft size={19} stroke={1.75} aria-hidden />
          {t('back')}
        </Button>
      )}
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
}
