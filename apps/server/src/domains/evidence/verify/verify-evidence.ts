import { auditDocuments } from '../../documents/documents.ts';
import type { Auditor, Counts, Fault } from './auditor.ts';
import { verifyFiles } from './verify-files.ts';
import { verifyJournals } from './verify-journals.ts';
import { verifyLog } from './verify-log.ts';

type Wanted = {
  /** Reads every content to its end, too. */
  contents: boolean;
  counts: Counts;
};

/**
 * Recomputes all that the evidence rests on, while the safe runs or not: journals, log, checkpoints and their files,
 * and the digests of the documents. Gives what is not as it was left.
 */
export async function* verifyEvidence(auditor: Auditor, { contents, counts }: Wanted): AsyncGenerator<Fault> {
  yield* verifyFiles(auditor, counts);
  yield* verifyJournals(auditor, counts);
  yield* verifyLog(auditor, counts);
  const count = (documents: number) => void (counts.documents += documents);
  for await (const { safeId, documentId, cause } of auditDocuments(auditor, { contents, count }))
    yield { where: `safe ${safeId}, document ${documentId}`, cause };
}
