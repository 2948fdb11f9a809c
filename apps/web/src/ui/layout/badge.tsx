import type { ReactNode } from 'react';
import css from './badge.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** With `shrinks`, a pill on wide screens and a brass dot on phones; the word is always read out. */
export function Badge({
  tone = 'neutral',
  shrinks,
  children,
}: {
  tone?: Tone;
  shrinks?: boolean;
  children: ReactNode;
}) {
  return (
    <span className={css.badge} data-tone={tone} data-shrinks={shrinks || undefined}>
      <span>{children}</span>
    </span>
  );
}
