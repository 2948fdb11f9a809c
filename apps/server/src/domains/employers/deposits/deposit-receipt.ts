import { postDeposit } from '@perenne/contract/employers';
import type { z } from 'zod';
import type { Secrets } from '../../../platform/secrets.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';

/** The answer to a deposit, the same each time that it is asked again. */
export type DepositAnswer = z.output<typeof postDeposit.response>;

const placeOf = (depositId: string) => ({ table: 'deposits', column: 'sealed_receipt', row: depositId });

/** An answer as it is kept. The entry of its receipt is beside it; those of before hold it themselves. */
export type SealedAnswer = { depositId: string; sealedReceipt: Buffer; journalHash: Buffer | null };

export const sealAnswer = ({ values }: Secrets, answer: DepositAnswer): Buffer =>
  sealJson(values, placeOf(answer.depositId), answer);

export function openAnswer(
  { values }: Secrets,
  { depositId, sealedReceipt, journalHash }: SealedAnswer,
): DepositAnswer {
  const answer = postDeposit.response.parse(openJson(values, placeOf(depositId), sealedReceipt));
  return journalHash ? withEntry(answer, journalHash) : answer;
}

export const withEntry = (answer: DepositAnswer, journalHash: Buffer): DepositAnswer => ({
  ...answer,
  receipt: { ...answer.receipt, journalHash: journalHash.toString('hex') },
});
