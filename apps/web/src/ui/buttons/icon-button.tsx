import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonProps } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import css from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonProps, 'className' | 'children' | 'aria-label' | 'isDisabled'> {
  label: string;
  className?: string;
  /** Nothing to do for now. It keeps the focus, which would leave a dialog with a button that is disabled. */
  isIdle?: boolean;
  children: ReactNode;
}

export function IconButton({ label, className, isIdle = false, ...props }: IconButtonProps) {
  const idle = isIdle && ({ 'aria-disabled': true, onPress: () => {} } as const);
  return <Button {...props} {...idle} aria-label={label} className={classNames(css.icon, className)} />;
}

interface PlainIconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'type'> {
  label: string;
}

/** The same to the eye and the hand, without what React Aria would set up for each: for rows that are drawn by hundreds. */
export const PlainIconButton = ({ label, ...props }: PlainIconButtonProps) => (
  <button {...props} type="button" aria-label={label} className={classNames(css.icon, css.plain)} />
);
