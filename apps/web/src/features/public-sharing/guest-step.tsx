import type { ReactNode } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import css from './guest-step.module.css';

interface GuestStepProps {
  title: string;
  documentTitle: string;
  text: ReactNode;
  /** Why the visitor is here again. */
  notice?: string | undefined;
  fault?: string | undefined;
  children: ReactNode;
}

/** One question on a page of its own. */
export const GuestStep = ({ title, documentTitle, text, notice, fault, children }: GuestStepProps) => (
  <section className={css.step}>
    <PageHeading title={title} documentTitle={documentTitle} subtitle={text} />
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
