import type { ReactNode } from 'react';
import { Dial } from '../brand/dial.tsx';
import css from './empty-state.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** 2 under a page's heading, 3 inside a card that has its own. */
  level?: 2 | 3;
  isCompact?: boolean;
}

export function EmptyState({ icon, title, children, actions, level = 2, isCompact }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.state} data-compact={isCompact || undefined}>
      <div className={css.picture} aria-hidden>
        <Dial size={isCompact ? 96 : 148} strokeWidth={2.2} />
        <span className={css.icon}>{icon}</span>
      </div>
      <Heading className={css.title}>{title}</Heading>
      {children && <div className={css.text}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
