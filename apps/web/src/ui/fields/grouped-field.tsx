import type { FormEvent } from 'react';
import { placeCaret } from './caret.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export type GroupedFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange' | 'onInput'> & {
  value: string;
  onChange: (value: string) => void;
};

/** Groups what is typed, and leaves the caret where the hand is. */
export function GroupedField({
  group,
  onChange,
  ...props
}: GroupedFieldProps & Pick<TextFieldProps, 'type'> & { group: (typed: string) => string }) {
  return <TextField {...props} onInput={keepCaret} onChange={(typed) => onChange(group(typed))} />;
}

function keepCaret({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>): void {
  const typed = input.value;
  const before = typed.slice(0, input.selectionStart ?? typed.length);
  const isForward = (nativeEvent as InputEvent).inputType === 'deleteContentForward';
  // By then React has written the grouped text, and the browser has moved the caret to its end.
  queueMicrotask(() => {
    if (input.value === typed || input !== document.activeElement) return;
    const caret = placeCaret({ before, value: input.value, isForward });
    input.setSelectionRange(caret, caret);
  });
}
