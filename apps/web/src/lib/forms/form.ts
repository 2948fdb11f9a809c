import type {
  ControllerFieldState,
  ControllerRenderProps,
  FieldPath,
  FieldValues,
  UseFormSetError,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { FieldError } from '../../ui/fields/field-message.tsx';
import { isApiError } from '../api/api-error.ts';
import { focusFault } from '../sign-in/flow/focus-fault.ts';
import { faultOf, readFault, writeFault } from './form-faults.ts';

/** Puts the fault of a field into words. */
export function useFaultMessage(): (message: string | undefined) => FieldError | undefined {
  const t = useTranslations('forms');
  return (message) => {
    if (!message) return undefined;
    const { rule, bounds } = readFault(message);
    if (rule === 'required') return (field) => t('required', { field });
    return t(rule, { min: 1, max: 1, ...bounds });
  };
}

/** The props that a field of `ui` takes from a `Controller`. */
export function useFieldProps() {
  const faultMessage = useFaultMessage();
  return <Values extends FieldValues, Name extends FieldPath<Values>>(
    field: ControllerRenderProps<Values, Name>,
    state: ControllerFieldState,
  ) => ({
    name: field.name,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    inputRef: field.ref,
    errorMessage: faultMessage(state.error?.message),
  });
}

/** Shows beside their fields what the server refused in them, and leads there; true if every entry found its field. */
export function setServerErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  if (!isApiError(error, 'InvalidRequest')) return false;
  const placed = error.errors.filter((entry) => {
    const name = fields.find((field) => field === entry.field);
    if (name) setError(name, { type: 'server', message: writeFault(faultOf(entry.params?.rule, entry.params)) });
    return name !== undefined;
  });
  if (placed.length > 0) focusFault();
  return placed.length > 0 && placed.length === error.errors.length;
}
