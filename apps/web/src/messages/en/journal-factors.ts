import type * as french from '../fr/journal-factors.ts';

/** The second factor in the journal: what happened in a sentence, and its name. */
export const factorEvents = {
  added: '{who} added a second step.',
  removed: '{who} removed a second step.',
  'codes-renewed': '{who} renewed the recovery codes.',
  'removal-asked': '{who} asked to remove the second step.',
  'removal-confirmed': '{who} confirmed the removal of the second step.',
  'removal-cancelled': '{who} cancelled the removal of the second step.',
} as const satisfies Record<keyof typeof french.factorEvents, string>;

export const factorActions = {
  added: 'Second step added',
  removed: 'Second step removed',
  'codes-renewed': 'Recovery codes renewed',
  'removal-asked': 'Removal of the second step asked',
  'removal-confirmed': 'Removal of the second step confirmed',
  'removal-cancelled': 'Removal of the second step cancelled',
} as const satisfies Record<keyof typeof french.factorActions, string>;
