import { useEffect, useEffectEvent, useRef } from 'react';
import { type AnyActorRef, type AnyStateMachine, createActor, type Snapshot } from 'xstate';
import { forgetInTab, keepInTab, readFromTab } from '../browser/tab-memory.ts';

/** Returns the flow under way that this tab kept, if this version of the page can still read it. */
export function readKeptFlow(key: string, machine: AnyStateMachine): Snapshot<unknown> | undefined {
  const snapshot = readFromTab(key) as Snapshot<unknown> | null;
  if (!snapshot) return undefined;
  try {
    createActor(machine, { snapshot, input: undefined }).getSnapshot();
    return snapshot;
  } catch {
    forgetInTab(key);
    return undefined;
  }
}

/** Every change is kept for a reload, until the flow is over. Its context holds no password. */
export function useKeptFlow(key: string, actor: AnyActorRef): void {
  useEffect(() => {
    const { unsubscribe } = actor.subscribe({
      next: ({ status }: Snapshot<unknown>) => {
        if (status === 'active') keepInTab(key, actor.getPersistedSnapshot?.());
        else forgetInTab(key);
      },
    });
    return unsubscribe;
  }, [key, actor]);
}

interface FlowHistory<Step extends string> {
  /** The step shown; null once the flow is over. */
  step: Step | null;
  /** The step that the address names, if it is one. */
  asked: Step | undefined;
  canShow: (step: Step) => boolean;
  show: (step: Step) => void;
  /** Puts a step in the address: a new entry of the history, or in place of the current one. */
  onStep: (step: Step, options: { replace: boolean }) => void;
}

/**
 * The address follows the flow, and the browser's back and forward move the flow where it may go. A
 * new step's heading takes the focus, as a new page's does.
 */
export function useFlowHistory<Step extends string>({ step, asked, canShow, show, onStep }: FlowHistory<Step>): void {
  const shown = useRef(step);
  const followAddress = useEffectEvent((named: Step | undefined) => {
    if (step === null || named === undefined || named === step) return;
    if (canShow(named)) show(named);
    else onStep(step, { replace: true });
  });
  useEffect(() => followAddress(asked), [asked]);
  const followFlow = useEffectEvent((reached: Step | null) => {
    if (shown.current === reached) return;
    shown.current = reached;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus();
    if (reached !== null && asked !== reached) onStep(reached, { replace: false });
  });
  useEffect(() => followFlow(step), [step]);
}
