/** The public face of the documents: what other domains may ask of safes and their contents. */
export { readBeginning } from './read-beginning.ts';
export { holdSafe } from './arranging.store.ts';
export { sealAdded, storeSealed, type NewDocument } from './add-document.ts';
export { AnnouncedUploads } from './announced-uploads.ts';
export { makeNamer } from './archive-names.rules.ts';
export { measureDamage } from './damage/measure-damage.ts';
export { destroySafe, removeObjectsLater } from './destroy-safe.ts';
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
} from './held-contents.ts';
export { auditDocuments } from './proofs/audit-documents.ts';
export { lockDocumentCount } from './export/planned-documents.store.ts';
export { listKeptIds, readDocuments, type LeavingDocument } from './export/read-documents.ts';
export { SpoolFailed } from './export/spool.ts';
export { keepFromMerge, takeSafes } from './merge-lock.store.ts';
export { verifyIntegrity } from './proofs/verify-integrity.ts';
export { openStored, type ReadableContent } from './read-content.ts';
export { readRoom } from './receive-safe.store.ts';
export { holdForMerge, receiveDocuments, removeEmptiedSafe } from './receive-safe.ts';
export { hasReceived, receiveFromOutside, type OutsideUpload, type Receipt } from './receive-from-outside.ts';
export { receiveContent, type IncomingFile, type StoredContent } from './receive-content.ts';
export { choosePlace, requireCategory } from './places.ts';
export { readRecovery, startRecovery } from './recovery.ts';
export { createSafe } from './safes.ts';
export { namedToSave, titleToSave } from './saved-names.rules.ts';
export { sendContent, sendFile, type SentContent } from './send-content.ts';
export { putIntoTrash } from './trash.ts';
export { announceUpload, dropUpload, endIntent, requireWritten, type AnnouncedIntent } from './upload-intents.ts';
export { freeUploadSlots, takeUploadSlot } from './upload-slots.ts';
