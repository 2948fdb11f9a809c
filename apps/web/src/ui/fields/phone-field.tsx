import { GroupedField, type GroupedFieldProps } from './grouped-field.tsx';
import { groupPhone } from './phone-grouping.ts';

export function PhoneField(props: GroupedFieldProps) {
  return (
    <GroupedField
      placeholder="06 12 34 56 78"
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      group={groupPhone}
    />
  );
}
