import type { ReactNode } from 'react';
import { classNames } from '../../ui/buttons/class-names.ts';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import flow from '../../lib/sign-in/flow/flow.module.css';
import css from './flow.module.css';

interface EndingProps {
  icon: ReactNode;
  /** `calm` where nothing was achieved, and nothing is wrong either. */
  tone?: 'success' | 'calm';
  title: string;
  text: string;
  /** Ways on. */
  children?: ReactNode;
}

/** The last screen of a flow: what happened, and what can be done next. */
export const Ending = ({ icon, tone = 'success', title, text, children }: EndingProps) => (
  <section className={classNames(flow.done, css.ending)}>
    <span className={css.picture} data-tone={tone} aria-hidden>
      {icon}
    </span>
    <PageHeading title={title} subtitle={text} />
    {children && <div className={css.doneActions}>{children}</div>}
  </section>
);
