import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import css from './guest-end.module.css';

interface GuestEndProps {
  title: string;
  icon: ReactNode;
  /** Its outcome; the document's title too. */
  state: string;
  actions: ReactNode;
  children: ReactNode;
}

/** For nothing to open: why, and where to go from here. */
export const GuestEnd = ({ title, icon, state, actions, children }: GuestEndProps) => (
  <section className={css.end}>
    <PageHeading title={title} documentTitle={state} />
    <EmptyState icon={icon} title={state} actions={actions}>
      {children}
    </EmptyState>
  </section>
);
