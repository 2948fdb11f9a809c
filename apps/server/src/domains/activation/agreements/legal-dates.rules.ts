import { addMonths, parisDay } from '../../../platform/time/calendar.ts';

/** Months that an employer has at most to follow a choice (code du travail, D.3243-7). */
const mostMonths = 3;

/** The last day on which a choice takes effect, `YYYY-MM-DD` in France. */
export const latestEffect = (chosenAt: Date): string => addMonths(parisDay(chosenAt), mostMonths);
