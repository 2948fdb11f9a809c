/** The only source of time, in SQL too: queries take `now` as a parameter. */
export type Clock = { now(): Date };

/** `offsetMs` shifts the whole process to another time. */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => new Date(Date.now() + offsetMs) });
