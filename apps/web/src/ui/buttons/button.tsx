import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import css from './button.module.css';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'accent' | 'onNav' | 'danger';

/** The look of a button, for a link that leads to the next thing to do. */
export const buttonClass = (variant: ButtonVariant = 'secondary', className?: string) =>
  classNames(css.button, css[variant], className);

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
}

/**
 * While `isPending`, the words keep their room under the spinner, the focus stays and presses do
 * nothing. Not React Aria's own pending state: its announcement outlives the button that it names.
 */
export function Button({ variant, className, children, isPending, onPress, type, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      {...(isPending
        ? { 'aria-disabled': true, type: 'button' }
        : { ...(onPress ? { onPress } : {}), type: type ?? 'button' })}
      className={buttonClass(variant, className)}
    >
      <span className={css.content}>{children}</span>
      {isPending && <Spinner className={css.spinner} />}
    </AriaButton>
  );
}
