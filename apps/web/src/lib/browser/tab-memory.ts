import { openSafe } from '../api/tokens.ts';
import { nowMs } from './clock.ts';
import type { Kept } from './tab-vault.ts';

/**
 * This tab keeps it through a reload and loses it when it closes: steps and inputs, never a password. It is read from
 * this page's memory; the storage of the tab holds it sealed (`tab-vault.ts`).
 */
const prefix = 'kept.';
/** Beyond the hour of an activation, so that one that has expired still knows what was typed. */
const usualLifeMs = 2 * 60 * 60_000;
const inThisPage = new Map<string, Kept>();

const loadVault = () => import('./tab-vault.ts');

export function readFromTab(key: string): unknown {
  const kept = inThisPage.get(key);
  return kept && kept.untilMs > nowMs() ? kept.value : null;
}

export function keepInTab(key: string, value: unknown, lifeMs = usualLifeMs): void {
  const kept: Kept = { value, untilMs: nowMs() + lifeMs };
  inThisPage.set(key, kept);
  void writeSealed(key, kept);
}

export function forgetInTab(key: string): void {
  inThisPage.delete(key);
  try {
    sessionStorage.removeItem(prefix + key);
  } catch {
    // Storage is refused: there is nothing to forget.
    return;
  }
}

/** At a sign-out: the next person in this tab finds nothing of the one before. */
export function forgetTab(): void {
  for (const key of [...inThisPage.keys()]) forgetInTab(key);
}

/** Where the server has ended the session: what was begun in the open safe waits for its owner's return. */
export function forgetOutsideSafe(): void {
  const ending = inSafe('');
  for (const key of [...inThisPage.keys()]) if (!key.endsWith(ending)) forgetInTab(key);
}

/**
 * Names what belongs to the safe that is open: the owner of another one who signs in in this tab neither reads it nor
 * goes on with it.
 */
export const inSafe = (name: string): string => `${name}.${openSafe() ?? ''}`;

/** Opens what this tab kept before a reload; to be awaited before any of it is read. */
export async function openTabMemory(): Promise<void> {
  const kept = readStored();
  if (kept.length === 0) return;
  const { open } = await loadVault();
  for (const [key, sealed] of kept) {
    const opened = await open(key, sealed);
    if (opened && opened.untilMs > nowMs()) inThisPage.set(key, opened);
    else forgetInTab(key);
  }
}

function readStored(): Array<[key: string, sealed: string]> {
  try {
    return Object.entries({ ...sessionStorage }).flatMap(([name, sealed]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), sealed]] : [],
    );
  } catch {
    // Storage is refused: nothing was kept.
    return [];
  }
}

async function writeSealed(key: string, kept: Kept): Promise<void> {
  try {
    const { seal } = await loadVault();
    const sealed = await seal(key, kept, nowMs());
    // Forgotten or replaced while it was being sealed.
    if (inThisPage.get(key) === kept) sessionStorage.setItem(prefix + key, sealed);
  } catch {
    // Storage is full or refused: a reload starts again, nothing else is lost.
    return;
  }
}
