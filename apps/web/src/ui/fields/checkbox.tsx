import { IconCheck, IconMinus } from '../buttons/icons.ts';
import { type ReactNode, type Ref, useId } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps } from 'react-aria-components/Checkbox';
import { type FieldError, FieldMessage } from './field-message.tsx';
import css from './checkbox.module.css';

const Box = ({ isIndeterminate }: { isIndeterminate: boolean }) => {
  const Icon = isIndeterminate ? IconMinus : IconCheck;
  return (
    <span className={css.box}>
      <Icon size={14} stroke={3} aria-hidden />
    </span>
  );
};

interface LabelledCheckboxProps extends Omit<CheckboxProps, 'className' | 'children' | 'inputRef'> {
  children: ReactNode;
  inputRef?: Ref<HTMLInputElement | null>;
}

/** A sentence to agree with; the whole line can be pressed. */
export function Checkbox({ children, inputRef, ...props }: LabelledCheckboxProps) {
  return (
    <AriaCheckbox {...props} {...(inputRef ? { inputRef } : {})} className={css.labelled ?? ''}>
      {({ isIndeterminate }) => (
        <>
          <Box isIndeterminate={isIndeterminate} />
          <span>{children}</span>
        </>
      )}
    </AriaCheckbox>
  );
}

interface CheckboxFieldProps extends LabelledCheckboxProps {
  errorMessage?: FieldError | undefined;
}

/** The same in a form that can be refused for it: the error is below. */
export function CheckboxField({ errorMessage, ...props }: CheckboxFieldProps) {
  const messageId = useId();
  return (
    <div className={css.field}>
      <Checkbox {...props} isInvalid={errorMessage !== undefined} aria-describedby={messageId} />
      <FieldMessage id={messageId} errorMessage={errorMessage} />
    </div>
  );
}

/** The box alone, for a row that its neighbours name; give it an `aria-label`. */
export function RowCheckbox(props: Omit<CheckboxProps, 'className' | 'children'>) {
  return (
    <AriaCheckbox {...props} className={css.row ?? ''}>
      {({ isIndeterminate }) => <Box isIndeterminate={isIndeterminate} />}
    </AriaCheckbox>
  );
}
