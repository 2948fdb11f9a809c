import { v7, validate } from 'uuid';
import type { Clock } from './clock.ts';

/** A UUIDv7: sorts by the time of the clock. */
export const newId = (clock: Clock): string => v7({ msecs: clock.now().getTime() });

/** Whether a text can be an identifier at all; PostgreSQL refuses to compare the others. */
export const isId = (text: string): boolean => validate(text);
