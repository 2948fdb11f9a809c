import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '../buttons/icons.ts';
import type { ReactNode } from 'react';
import css from './alert.module.css';

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, danger: IconCircleX };

interface AlertProps {
  tone: keyof typeof icons;
  title?: string;
  /** It appears after something the user did: read it out. */
  isLive?: boolean;
  children?: ReactNode;
  actions?: ReactNode;
}

export function Alert({ tone, title, isLive, children, actions }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div className={css.alert} data-tone={tone} role={isLive ? 'alert' : undefined}>
      <Icon size={20} stroke={1.9} aria-hidden />
      <div className={css.words}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div className={css.body}>{children}</div>}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  );
}
