import { Readable } from 'node:stream';
import type { DepositMetadata } from '@perenne/contract/employers';
import { announceUpload } from '../../src/domains/documents/documents.ts';
import { DepositsTogether } from '../../src/domains/employers/deposits/deposits-together.ts';
import { receiveDeposit } from '../../src/domains/employers/deposits/receive-deposit.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { actorOf } from './employees.ts';
import type { DemoEmployer } from './employers.ts';

export type Deposited = { metadata: DepositMetadata; fileName: string; content: Buffer };

/** As the employer’s software would: sent again, it is the same deposit. */
export async function deposit(platform: Platform, employer: DemoEmployer, deposited: Deposited): Promise<void> {
  const { metadata, fileName, content } = deposited;
  const actor = actorOf(employer);
  await receiveDeposit({ platform, together: new DepositsTogether(platform) }, actor, {
    intent: announceUpload(platform, actor.employerId),
    idempotencyKey: `${metadata.employeeNumber}/${metadata.title}`,
    receive: async (take) => ({
      metadata: JSON.stringify(metadata),
      taken: await take({ fileName, chunks: Readable.from([content]) }),
    }),
  });
}
