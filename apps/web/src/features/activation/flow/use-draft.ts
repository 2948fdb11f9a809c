import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Reports every change of a form, so that a reload gives back what was typed. */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  onDraft: (values: Values) => void,
): void {
  const tell = useEffectEvent(onDraft);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => tell(values) }), [form]);
}
