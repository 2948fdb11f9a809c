import { CalendarDate, parseDate } from '@internationalized/date';
import { useId } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField';
import { Label } from 'react-aria-components/Label';
import { classNames } from '../buttons/class-names.ts';
import { type FieldError, FieldMessage } from './field-message.tsx';
import css from './date-field.module.css';
import field from './field.module.css';

interface DateFieldProps {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  hint?: string;
  errorMessage?: FieldError | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  isReadOnly?: boolean;
  /** Bounds as `YYYY-MM-DD`; they guide the arrows, the form's schema decides. */
  minValue?: string;
  maxValue?: string;
}

const readDate = (value: string): CalendarDate | null => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? parseDate(value) : null);

/** jj/mm/aaaa in French, dd/mm/yyyy in English: three segments, each typed or stepped through. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, onBlur, hint, errorMessage, minValue, maxValue, ...rest } = props;
  const messageId = useId();
  return (
    <AriaDateField<CalendarDate>
      {...rest}
      className={field.field ?? ''}
      value={readDate(value)}
      onChange={(date) => onChange(date?.toString() ?? '')}
      {...(onBlur ? { onBlur } : {})}
      {...(minValue ? { minValue: parseDate(minValue) } : {})}
      {...(maxValue ? { maxValue: parseDate(maxValue) } : {})}
      placeholderValue={new CalendarDate(1990, 1, 1)}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      aria-describedby={messageId}
      shouldForceLeadingZeros
    >
      <Label className={field.label}>{label}</Label>
      <DateInput className={classNames(field.control, css.segments)}>
        {(segment) => <DateSegment segment={segment} className={css.segment ?? ''} />}
      </DateInput>
      <FieldMessage id={messageId} label={label} errorMessage={errorMessage} hint={hint} />
    </AriaDateField>
  );
}
