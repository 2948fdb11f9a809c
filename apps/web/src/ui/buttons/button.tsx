import { type ReactNode, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { classNames } from './class-names.ts';
import css from './button.module.css';
import { Spinner } from '../feedback/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'accent' | 'onNav' | 'danger';

/** The look of a button, for a link that leads to the next thing to do. */
export const buttonClass = (variant: ButtonVariant = 'secondary', className?: string) =>
  classNames(css.button, css[variant], className);

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'render' | 'onFocus' | 'onBlur'> {
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
}

/**
 * While `isPending`, the words keep their room under the spinner, the focus stays and presses do
 * nothing. Not React Aria's own pending state: its announcement outlives the button that it names.
 * If it is disabled under the hand, it keeps the focus too, until the hand goes on.
 */
export function Button({ variant, className, children, isPending, isDisabled = false, ...own }: ButtonProps) {
  const { onPress, type, ...props } = own;
  const [hasFocus, setHasFocus] = useState(false);
  const isHeld = isDisabled && hasFocus;
  return (
    <AriaButton
      {...props}
      {...(isPending || isHeld
        ? { 'aria-disabled': true, type: 'button' }
        : { ...(onPress ? { onPress } : {}), type: type ?? 'button' })}
      {...(isHeld ? { render: drawDisabled } : {})}
      isDisabled={isDisabled && !hasFocus}
      onFocus={() => setHasFocus(true)}
      // A window that is left keeps its focus for the return.
      onBlur={({ target }) => setHasFocus(target === document.activeElement)}
      className={buttonClass(variant, className)}
    >
      <span className={css.content}>{children}</span>
      {isPending && <Spinner className={css.spinner} />}
    </AriaButton>
  );
}

/** With what a disabled button is drawn by; the browser would take the focus off a `disabled` one. */
const drawDisabled: NonNullable<AriaButtonProps['render']> = (props) => {
  const disabled = { 'data-disabled': true, 'data-hovered': undefined, 'data-pressed': undefined };
  return <button {...props} {...disabled} type="button" />;
};
