import type { ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import css from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonProps, 'className' | 'children' | 'aria-label'> {
  label: string;
  className?: string;
  children: ReactNode;
}

export function IconButton({ label, className, ...props }: IconButtonProps) {
  return <Button {...props} aria-label={label} className={classNames(css.icon, className)} />;
}
