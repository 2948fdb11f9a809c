import type * as french from '../fr/journal-factors.ts';

/** The second factor in the journal: what happened in a sentence, and its name. */
export const factorEvents = {
  added: '{who} added a method of two-step verification.',
  removed: '{who} removed a method of two-step verification.',
  'codes-renewed': '{who} renewed the recovery codes.',
  'removal-asked': '{who} asked for two-step verification to be removed.',
  'removal-confirmed': '{who} confirmed the removal of two-step verification.',
  'removal-cancelled': '{who} cancelled the removal of two-step verification.',
} as const satisfies Record<keyof typeof french.factorEvents, string>;

export const factorActions = {
  added: 'Method of two-step verification added',
  removed: 'Method of two-step verification removed',
  'codes-renewed': 'Recovery codes renewed',
  'removal-asked': 'Removal of two-step verification requested',
  'removal-confirmed': 'Removal of two-step verification confirmed',
  'removal-cancelled': 'Removal of two-step verification cancelled',
} as const satisfies Record<keyof typeof french.factorActions, string>;
