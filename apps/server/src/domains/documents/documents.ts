/** The public face of the documents: what other domains may ask of safes and their contents. */
export { readBeginning } from './download/read-beginning.ts';
export { holdSafe } from './arranging/arranging.store.ts';
export { sealAdded, storeAdded, type NewDocument } from './upload/add-document.ts';
export { AnnouncedUploads } from './upload/announced-uploads.ts';
export { makeNamer } from './download/archive-names.rules.ts';
export { measureDamage } from './integrity/damage/measure-damage.ts';
export { destroySafe, removeObjectsLater } from './safe/destroy-safe.ts';
export { allDocumentsJobs, documentsJobs } from './documents.jobs.ts';
export { announcedBytes, mountDocuments } from './documents.routes.ts';
export {
  findHeldBy,
  findHoldable,
  findHolders,
  forgetHold,
  holdContents,
  listHeld,
  listHeldBy,
  openHeld,
  openHeldContent,
  releaseContents,
  type HeldDocument,
  type ListedHeld,
} from './holds/held-contents.ts';
export { auditDocuments } from './integrity/proofs/audit-documents.ts';
export { keepContent, type KeptContent } from './export/keep-content.ts';
export { lockDocumentCount } from './export/planned-documents.store.ts';
export { listKeptIds, readDocuments, type LeavingDocument } from './export/read-documents.ts';
export { SpoolFailed } from './export/spool.ts';
export { keepFromMerge, takeSafes } from './merging/merge-lock.store.ts';
export { verifyIntegrity } from './integrity/proofs/verify-integrity.ts';
export { openStored, type ReadableContent } from './download/read-content.ts';
export { readRoom } from './merging/receive-safe.store.ts';
export { holdForMerge, receiveDocuments, removeEmptiedSafe } from './merging/receive-safe.ts';
export { hasReceived, receiveFromOutside, type OutsideUpload, type Receipt } from './upload/receive-from-outside.ts';
export { receiveContent, type IncomingFile, type StoredContent } from './upload/receive-content.ts';
export { candidateOf, choosePlace, requireCategory } from './arranging/places.ts';
export { readRecovery, startRecovery } from './safe/recovery.ts';
export { createSafe } from './safe/safes.ts';
export { namedToSave, titleToSave } from './download/saved-names.rules.ts';
export { sendContent, sendFile, type SentContent } from './download/send-content.ts';
export { putIntoTrash } from './arranging/trash.ts';
export {
  announceUpload,
  dropUpload,
  endIntent,
  requireWritten,
  type AnnouncedIntent,
} from './upload/upload-intents.ts';
export { freeUploadSlots, UploadSlots } from './upload/upload-slots.ts';
