import type { Manifest } from '@perenne/collecting/manifest';
import type { AgentStatus } from '@perenne/contract/collectors';
import type { RunEnding } from '../collectors.rules.ts';

/** The state of a partner: the operator's word, and whether it fails for everybody. */
export type AgentState = {
  word: 'IN_MAINTENANCE' | 'UNAVAILABLE' | 'ZOMBIE' | null;
  wordSince: Date | null;
  brokenSince: Date | null;
  trialAt: Date | null;
  lastRunAt: Date | null;
  /** Since its first run, or since it was set going again. */
  openSince: Date | null;
};

export const neverSeen: AgentState = {
  ...{ word: null, wordSince: null, brokenSince: null },
  ...{ trialAt: null, lastRunAt: null, openSince: null },
};

const quietMs = 48 * 3_600_000;
export const trialPauseMs = 15 * 60_000;
export const failuresToBreak = 5;

/**
 * The collectors of an agent, the oldest one's age: what is quiet is unknown where there is one to ask. `canTry`: one of
 * them waits for its time, or runs, so that a trial will show whether the partner works again.
 */
export type Collectors = { oldestAt: Date | null; canTry: boolean };

export const noCollectors: Collectors = { oldestAt: null, canTry: false };

export function statusOf(state: AgentState, collectors: Collectors, now: Date): { status: AgentStatus; since: Date } {
  const { oldestAt, canTry } = collectors;
  if (state.word) return { status: state.word, since: state.wordSince ?? now };
  if (state.brokenSince) return { status: canTry ? 'UNAVAILABLE' : 'UNKNOWN', since: state.brokenSince };
  if (oldestAt) {
    const heardOf = state.lastRunAt && state.lastRunAt > oldestAt ? state.lastRunAt : oldestAt;
    if (now.getTime() - heardOf.getTime() >= quietMs)
      return { status: 'UNKNOWN', since: new Date(heardOf.getTime() + quietMs) };
  }
  return { status: 'RUNNING', since: state.openSince ?? oldestAt ?? now };
}

/** Whether runs begin: one whose partner fails for everybody waits for the trial that passes. */
export const isOpen = ({ word, brokenSince }: Pick<AgentState, 'word' | 'brokenSince'>): boolean =>
  word === null && brokenSince === null;

/** Whether the collectors of an agent that shows this status wait, whatever their own times are. */
export const isClosed = (status: AgentStatus): boolean =>
  status === 'IN_MAINTENANCE' || status === 'UNAVAILABLE' || status === 'ZOMBIE';

/** Whether an owner may begin a run: also the trial of a partner that failed, where no collector is left to make it. */
export const mayBegin = (state: Pick<AgentState, 'word' | 'brokenSince'>, { canTry }: Pick<Collectors, 'canTry'>) =>
  isOpen(state) || (state.word === null && !canTry);

/** Whether its host is one that the owner of each collector names: what fails there fails for that owner alone. */
export const isHostTyped = ({ reaches }: Pick<Manifest, 'reaches'>): boolean =>
  reaches.some(({ host }) => typeof host === 'object');

const causesOfPartner: ReadonlySet<string> = new Set(['PARTNER_UNAVAILABLE', 'PARTNER_CHANGED', 'TIME', 'VOLUME']);
/** The partner answered, whatever it thinks of the account. */
const passes: ReadonlySet<string> = new Set([
  ...['CREDENTIALS_INVALID', 'PASSWORD_EXPIRED', 'ACCOUNT_BLOCKED', 'CODE_EXPIRED', 'CODE_NOT_GIVEN', 'CODE_REFUSED'],
  ...['FOLDER_NOT_FOUND', 'ENOUGH', 'NO_ROOM'],
]);

/**
 * Judges the partner by the end of one run: `silent` if the cause is ours or its owner's. Where the owner typed the host,
 * no answer of it is a failure of the agent, which did its work.
 */
export function verdictOf(ending: RunEnding, { hostTyped }: { hostTyped: boolean }): 'passed' | 'failed' | 'silent' {
  if (ending.code === null || ending.newDocuments > 0 || passes.has(ending.code)) return 'passed';
  if (!causesOfPartner.has(ending.code)) return 'silent';
  return hostTyped ? 'passed' : 'failed';
}

/** `failed` since the last run that passed, each collector once; `safes` that have a collector of the agent. */
export const isBroken = (failed: ReadonlyArray<{ safeId: string }>, safes: number): boolean =>
  failed.length >= failuresToBreak && (safes < 2 || new Set(failed.map(({ safeId }) => safeId)).size > 1);
