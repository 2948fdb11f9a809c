import { v7, validate } from 'uuid';
import type { Clock } from './time/clock.ts';

/** A UUIDv7: sorts by the time of the clock. */
export const newId = (clock: Clock): string => v7({ msecs: clock.now().getTime() });

/** Whether a text can be an identifier at all; PostgreSQL refuses to compare the others. */
export const isId = (text: string): boolean => validate(text);

/** Sixteen bytes as PostgreSQL writes a `uuid`, of any version or none. */
export const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
