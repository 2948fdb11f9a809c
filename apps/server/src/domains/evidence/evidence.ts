/** The public face of the evidence: the log of all journals, what it proves, and the journals as anyone checks them. */
export { allEvidenceJobs, evidenceJobs } from './evidence.jobs.ts';
export { mountEvidence } from './evidence.routes.ts';
export { exportJournal, readJournal, type ReadChapter } from './export-journal.ts';
export { makeCheckpoint } from './make-checkpoint.ts';
export { proveDocuments, type ReadDocument } from './prove-documents.ts';
export { readDeposit } from './read-deposit.ts';
export type { FileParts } from './checkpoint-files.ts';
export { renewEvidence, type Renewer } from './renewal/renew-evidence.ts';
export { DigestEndRefused, retireDigest } from './renewal/retire-digest.ts';
export { writeRecords } from './renewal/write-records.ts';
export { stampCheckpoint, stampCheckpointsOf } from './stamp-checkpoint.ts';
export type { Auditor, Counts } from './verify/auditor.ts';
export { verifyEvidence } from './verify/verify-evidence.ts';
