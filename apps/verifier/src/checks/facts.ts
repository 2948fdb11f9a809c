type File = { file: string };

/** Everything that can be found, with what its sentence needs. `file` is the name within the archive, or of the file. */
export type Facts = {
  // Any file
  unreadable: File;
  notOurs: File;
  wrongShape: File & { where: string };
  algorithmUnknown: File & { algorithm: string };

  // The archive and its files
  archiveCut: File;
  nameTwice: File;
  entryUnreadable: File;
  bytesBetween: File;
  mimetypeWrong: File;
  partMissing: File;
  notXml: File;
  filesWhole: { count: number; bytes: number };
  digestDiffers: File & { list: string };
  fileMissing: File & { list: string };
  fileUnlisted: File & { list: string };
  fileListedTwice: File & { list: string };
  listUnread: File & { where: string };

  // The description of the documents
  manifestHolds: File & { count: number };
  documentUndescribed: File & { list: string };
  documentDamaged: File & { id: string; sha256: string };

  // Signatures, certificates, timestamps
  signatureHolds: File & { signer: string; count: number };
  signatureWrong: File;
  signatureShape: File & { where: string };
  certificateOther: File;
  certificateOutdated: File & { subject: string; at: Date };
  certificateUse: File & { subject: string };
  chainWrong: File & { subject: string };
  authorityOther: File & { subject: string };
  stampHolds: File & { at: Date; authority: string };
  stampOther: File & { stamped: string };
  stampPending: File;
  stampEnded: File & { at: Date };
  stampAhead: File & { at: Date };
  stampRenewed: File & { n: number; count: number; until: Date };
  recordShape: File & { n: number };
  renewalOther: File & { n: number; number: number };
  renewalLate: File & { n: number; number: number; ended: Date };

  // The journal
  journalHolds: File & { count: number; chapters: number; from: Date; to: Date };
  journalEmpty: File;
  journalAlone: File;
  journalProven: File & { proof: string; seq: number };
  chapterCut: File & { seq: number };
  entryChanged: File & { seq: number };
  entryUnlike: File & { seq: number; field: string };
  entryUnchained: File & { seq: number };
  detailsChanged: File & { seq: number };
  detailsErased: File & { count: number };

  // Proofs and checkpoints
  proofHolds: File & { id: string; depositedAt: string; n: number; size: number };
  proofsHold: { count: number };
  proofMissing: File & { document: string };
  proofUnused: File;
  proofOtherDocument: File & { document: string };
  proofOtherJournal: File & { seq: number };
  journalCut: File & { seq: number; end: number };
  depositUnlike: File & { field: string };
  leafWrong: File;
  inclusionWrong: File & { n: number };
  sealHolds: File & { n: number; signer: string };
  checkpointsSealed: { count: number };
  checkpointsStamped: { count: number; from: Date; to: Date };
  checkpointsEnded: { count: number };
  sealUnknown: File & { kid: string };

  // Checkpoints by themselves, and what joins them
  checkpointRead: File & { n: number; size: number; at: string };
  checkpointFollows: File & { n: number; other: string };
  checkpointAlone: File & { n: number };
  checkpointTwice: File & { n: number; other: string };
  checkpointUnchained: File & { n: number; other: string };
  checkpointShrunk: File & { n: number; other: string };
  consistencyHolds: File & { from: number; to: number };
  consistencyWrong: File & { from: number; to: number };
  consistencyAlone: File & { from: number; to: number };

  // Attestations
  attestationHolds: File & { id: string; title: string; depositedAt: string };
  attestationSigned: File & { signer: string };
  attestationUnsigned: File;
  attestationPartly: File;
  attestationFacts: File & { where: string };
  attestationSealHolds: File;
  attestationSealWrong: File;

  // Documents that come beside a proof or an attestation
  documentIs: File & { proof: string };
  documentOfBroken: File & { proof: string };
  documentUnknown: File;

  certificatesRead: File & { count: number };
};
