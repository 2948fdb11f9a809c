import { postDeposit } from '@perenne/contract/employers';
import type { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';
import { openJson, sealJson } from '../../platform/sealing/values.ts';

/** What a deposit is answered, the same each time that it is asked again. */
export type DepositAnswer = z.output<typeof postDeposit.response>;

const placeOf = (depositId: string) => ({ table: 'deposits', column: 'sealed_receipt', row: depositId });

export const sealAnswer = ({ values }: Secrets, answer: DepositAnswer): Buffer =>
  sealJson(values, placeOf(answer.depositId), answer);

export const openAnswer = ({ values }: Secrets, deposit: { depositId: string; sealedReceipt: Buffer }): DepositAnswer =>
  postDeposit.response.parse(openJson(values, placeOf(deposit.depositId), deposit.sealedReceipt));
