import { uploadLifeHours } from '@perenne/contract/uploads';
import { nowMs } from '../browser/clock.ts';
import { inSafe, keepInTab, readFromTab } from '../browser/tab-memory.ts';

/** The places on the server of files that come in parts: a reload must not lose them. */
const place = () => inSafe('begunUploads');
/** As long as the server waits for the other parts. */
const lifeMs = uploadLifeHours * 3_600_000;

interface Begun {
  key: string;
  url: string;
  /** When the server has forgotten it too. */
  until: number;
}

const isBegun = (value: unknown): value is Begun =>
  typeof value === 'object' && value !== null && 'key' in value && 'url' in value && 'until' in value;

function readAll(): Begun[] {
  const kept = readFromTab(place());
  return Array.isArray(kept) ? kept.filter(isBegun).filter(({ until }) => until > nowMs()) : [];
}

/** The same file that goes to the same place is the same upload. */
export const keyOfUpload = ({ name, size, lastModified }: File, fields: object): string =>
  JSON.stringify([name, size, lastModified, fields]);

export const readBegun = (key: string): string | undefined => readAll().find((begun) => begun.key === key)?.url;

export function keepBegun(key: string, url: string): void {
  const others = readAll().filter((begun) => begun.key !== key);
  keepInTab(place(), [...others, { key, url, until: nowMs() + lifeMs }], lifeMs);
}

export function forgetBegun(key: string): void {
  keepInTab(
    place(),
    readAll().filter((begun) => begun.key !== key),
    lifeMs,
  );
}

/** How many files can be gone on with, once they are chosen again. */
export const countBegun = (): number => readAll().length;
