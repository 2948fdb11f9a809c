import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Tells of every change of a form, so that a reload gives back what was typed. */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  onDraft: (values: Values) => void,
): void {
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => onDraft(values) }),
    // One subscription for the life of the form: what it tells goes to the same actor.
    // oxlint-disable-next-line react/exhaustive-deps
    [form],
  );
}
