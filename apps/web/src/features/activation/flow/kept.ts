import type { MergeInfo } from '@perenne/contract/activation';
import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { forgetInTab, keepInTab, readFromTab } from '../../../lib/browser/tab-memory.ts';
import type { Known } from './activation-context.ts';

/** The server's answers during an activation, which this tab keeps for a reload beside what was entered. */
interface Kept {
  activationToken: string;
  known: Known;
  /** Opens the confirmation of a refusal and its receipt, and no safe. */
  refusalToken: string;
  challenge: SecondFactorChallenge;
  mergeInfo: MergeInfo;
}
type Name = keyof Kept;

const names: Record<Name, true> = {
  activationToken: true,
  known: true,
  refusalToken: true,
  challenge: true,
  mergeInfo: true,
};
const keyOf = (name: Name) => `activation.${name}`;

export const keep = <N extends Name>(name: N, value: Kept[N]): void => keepInTab(keyOf(name), value);

export const readKept = <N extends Name>(name: N): Kept[N] | null => readFromTab(keyOf(name)) as Kept[N] | null;

export function forgetKept(): void {
  for (const name of Object.keys(names) as Name[]) forgetInTab(keyOf(name));
}
