import { catchFocus } from '../../lib/browser/catch-focus.ts';

/** Call before a button of a collector's item leaves with its alert: the menu of the item takes the focus then. */
export const catchFocusInItem = (collectorId: string): void =>
  catchFocus(() => document.querySelector<HTMLElement>(`[data-collector="${collectorId}"] button[aria-haspopup]`));
