import { expiringTypes, type DocumentType } from '@perenne/contract/documents';
import { addDays, addMonths } from '../../../platform/time/calendar.ts';

export const canExpire = (type: DocumentType): boolean => expiringTypes.includes(type);

/** The end of validity, where the type has one. */
export const expiryOf = ({ type, expiresOn }: { type: DocumentType; expiresOn?: string }): string | undefined =>
  canExpire(type) ? expiresOn : undefined;

/** The days on which its owner is reminded; from the first of them on, its end is near. */
const reminders = {
  sixMonths: (expiresOn: string) => addMonths(expiresOn, -6),
  twoMonths: (expiresOn: string) => addMonths(expiresOn, -2),
  oneWeek: (expiresOn: string) => addDays(expiresOn, -7),
} as const;

export type Stage = keyof typeof reminders | 'over';

/** Past, or within six months; days are `YYYY-MM-DD` in France. */
export const isNear = (expiresOn: string, today: string): boolean => reminders.sixMonths(expiresOn) <= today;

/** The first day after `today` that has a reminder. */
export const nextReminder = (expiresOn: string, today: string): string | undefined =>
  Object.values(reminders)
    .map((dayFor) => dayFor(expiresOn))
    .find((day) => day > today);

/** How far it has come; a paper is good to the end of its last day. */
export function stageOf(expiresOn: string, today: string): Stage {
  if (expiresOn < today) return 'over';
  if (reminders.oneWeek(expiresOn) <= today) return 'oneWeek';
  return reminders.twoMonths(expiresOn) <= today ? 'twoMonths' : 'sixMonths';
}

/**
 * French identity cards issued to adults from 2004-01-01 to 2013-12-31 bear ten years, and are good for fifteen
 * where they were still good on 2014-01-01 (décret n° 2013-1188). The card does not say whom it was issued to as
 * an adult: this is a hint for its owner. Absent where it no longer helps.
 */
export function extensionOf(type: DocumentType, expiresOn: string, today: string): string | undefined {
  if (type !== 'CIDT' || expiresOn < '2014-01-01' || expiresOn > '2023-12-31') return undefined;
  const extended = addMonths(expiresOn, 5 * 12);
  return extended >= today ? extended : undefined;
}
