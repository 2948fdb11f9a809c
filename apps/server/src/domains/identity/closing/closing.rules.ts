import { dayMs } from '../attempts/guards.rules.ts';

const closingDays = 30;

export const closingInstant = (now: Date): Date => new Date(now.getTime() + closingDays * dayMs);

/** Whether the safe is to be destroyed: nobody signs in any more, whenever the job comes. */
export const isOver = ({ closesAt }: { closesAt: Date | null }, now: Date): boolean =>
  closesAt !== null && closesAt <= now;
