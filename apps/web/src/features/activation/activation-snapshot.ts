import { createActor, type Snapshot } from 'xstate';
import { activationMachine } from './activation-machine.ts';

const key = 'activation';

/** What this tab kept of an activation under way, if this version of the page can still read it. */
export function readActivation(): Snapshot<unknown> | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    if (!kept) return undefined;
    const snapshot = JSON.parse(kept) as Snapshot<unknown>;
    createActor(activationMachine, { snapshot }).getSnapshot();
    return snapshot;
  } catch {
    forgetActivation();
    return undefined;
  }
}

export function keepActivation(snapshot: Snapshot<unknown>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(snapshot));
  } catch {
    // Storage is full or refused: a reload starts again, nothing else is lost.
    return;
  }
}

export function forgetActivation(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is refused: there is nothing to forget.
    return;
  }
}
