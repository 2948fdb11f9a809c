import type { Words } from './words.ts';

/** A word of a standard, at which only an expert has something to see. */
const expert = (word: string): string => ` (for an expert: ${word})`;

export const en: Words = {
  pageTitle: 'Verifier – Pérenne',
  brand: 'Verifier',
  otherLanguage: 'Français',
  title: 'Check without us',
  lead: 'This page recomputes everything that proves that a document is what was deposited, when, and in which safe. It needs no account, no service and no network.',
  drop: {
    title: 'Drop your files here',
    more: 'Drop more files',
    text: 'Several at once if you like: a proof and its document, for instance.',
    button: 'Choose files',
    add: 'Add files',
    again: 'Start again',
    local: 'Your files stay on this device: the page allows itself no connection.',
  },
  accepted: {
    title: 'What the page can check',
    items: [
      {
        kind: 'archive',
        name: 'An archive (.zip)',
        text: 'The export of a safe: documents, journal, proofs, signature and timestamp.',
      },
      {
        kind: 'proof',
        name: 'A proof (.json)',
        text: 'Add the document itself to find out whether it is the right one.',
      },
      {
        kind: 'attestation',
        name: 'A deposit attestation (.pdf)',
        text: 'Its signature, its timestamp and the journal entry that it cites.',
      },
      { kind: 'journal', name: 'A journal (.json)', text: 'The chain of all its entries.' },
      {
        kind: 'checkpoints',
        name: 'Checkpoints (.json)',
        text: 'Their seals and timestamps, how they follow one another, and the consistency proofs that join them.',
      },
      {
        kind: 'certificates',
        name: 'Certificates (.pem, certificates.json)',
        text: 'Those that you trust, to compare with.',
      },
    ],
  },
  kinds: {
    archive: 'Archive',
    proof: 'Proof of a document',
    attestation: 'Deposit attestation',
    journal: 'Journal',
    checkpoints: 'Checkpoints of the log',
    consistency: 'Consistency proof of the log',
    certificates: 'Certificates to compare with',
    document: 'Document',
  },
  progress: (done, total, file) => `Checking ${file}: ${done} of ${total}`,
  finished: (files) => (files === 1 ? 'The check is finished.' : `The check is finished: ${files} files.`),
  outcome: (file, verdict) => `${file}: ${verdict}.`,
  stopped:
    'The check stopped before its end. Reload the page, then drop the files again. If it stops once more, open it in another browser, and check that the files were not moved or renamed.',
  noCrypto:
    'This browser cannot compute digests (WebCrypto). Open the page in a recent version of Firefox, Chrome, Edge or Safari.',
  verdicts: {
    holds: {
      title: 'Everything holds',
      text: 'Every digest, every signature and every chain was recomputed and agrees.',
    },
    open: {
      title: 'What was checked holds',
      text: 'A part could not be checked, or says less than it could: it is listed below.',
    },
    fails: { title: 'Something does not hold', text: 'Do not rely on what follows before you have found out why.' },
  },
  toCompare: 'It remains to be seen who signed: see “On whose word”.',
  verdictsOfDocument: {
    holds: { text: 'Compared with the proofs, attestations and archives that were dropped with it.' },
    open: { title: 'Nothing was checked', text: 'There is nothing in this file that can be checked.' },
  },
  groups: { fails: 'What does not hold', open: 'What remains to be known', holds: 'What holds' },
  more: (count, f) => `Show ${f.many(count, 'more line', 'more lines')}`,
  trust: {
    title: 'On whose word',
    text: 'The computations say whether something has changed, not who signed: for that, you have to trust the following certificates.',
    roles: { seal: 'Seal', timestamp: 'Timestamp' },
    subject: 'Subject',
    issuer: 'Issued by',
    root: 'Root',
    noRoot: 'The chain of this certificate is not in the file.',
    validity: 'Valid',
    between: (from, to) => `from ${from} to ${to}`,
    fingerprint: 'SHA-256 fingerprint of the certificate',
    given: (name) => `Confirmed by the certificate that you gave: ${name}.`,
    notCompared: 'Not compared: nothing on this page says whether this certificate is the one that you expect.',
    selfSigned: 'This certificate is signed by itself: nobody else vouches for it.',
    demonstration: 'This certificate is that of a demonstration: it proves nothing to a third party.',
    limits:
      'Without a network, the page does not know whether a certificate was revoked. The date of a timestamp comes from the authority that signed it; that of a deposit comes from the clock of the service. The timestamp shows that the deposit was there by then, not since when.',
  },
  compare: {
    title: 'Compare with a certificate that you trust',
    text: 'Ask the service and the timestamp authority for their certificates, in a way that you trust, and add them all: the page will say whether the signatures come from them. Once the certificate of a seal is added, seals from elsewhere no longer hold; once that of a timestamp is added, timestamps from elsewhere no longer hold.',
    button: 'Add a certificate',
  },
  sentences: {
    unreadable: ({ file }) => `The browser could not read “${file}”. The file may have been moved, or it is too large.`,
    notOurs: ({ file }) =>
      `“${file}” is not an archive, a proof, an attestation or a journal. Drop it with its proof, its attestation or the archive that holds it to compare it.`,
    wrongShape: ({ file, where }) => `“${file}” is not written as it should be${expert(where)}.`,
    algorithmUnknown: ({ file, algorithm }) =>
      `“${file}” uses an algorithm that this page does not know (${algorithm}): it cannot vouch for it.`,

    archiveCut: ({ file }) => `“${file}” is not a whole archive: its end is missing or was changed. Download it again.`,
    nameTwice: ({ file }) => `The archive holds two files named “${file}”.`,
    entryUnreadable: ({ file }) => `“${file}” cannot be read in the archive.`,
    bytesBetween: ({ file }) => `The archive holds bytes beside “${file}” that belong to no file.`,
    mimetypeWrong: ({ file }) =>
      `“${file}” is not the first file of the archive, or does not announce a signed archive (ASiC-E).`,
    partMissing: ({ file }) => `“${file}” is missing from the archive.`,
    notXml: ({ file }) => `“${file}” is not a readable XML document.`,
    filesWhole: ({ count, bytes }, f) =>
      `${f.many(count, 'file has', 'files have')} the digest that the list of the archive gives (${f.bytes(bytes)}).`,
    digestDiffers: ({ file, list }) => `“${file}” was changed: its digest is not the one that “${list}” gives.`,
    fileMissing: ({ file, list }) => `“${file}” is missing from the archive: “${list}” announces it.`,
    fileUnlisted: ({ file, list }) => `“${file}” was added to the archive: “${list}” does not know it.`,
    fileListedTwice: ({ file, list }) => `“${file}” is listed twice in “${list}”.`,
    listUnread: ({ file, where }) => `“${file}” does not read as it should${expert(where)}.`,

    manifestHolds: ({ file, count }, f) =>
      `“${file}” describes ${f.many(count, 'document, which is there with the digest', 'documents, which are all there with the digests')} that it gives.`,
    documentUndescribed: ({ file, list }) => `“${file}” is not described by “${list}”.`,
    documentDamaged: ({ file, id, sha256 }) =>
      `Document ${id} is not in the archive: its content was damaged in the safe when the export was made. “${file}” keeps its deposit digest (SHA-256 ${sha256}).`,

    signatureHolds: ({ file, signer, count }, f) =>
      `The signature “${file}” is right and covers ${f.many(count, 'file', 'files')}. Signer: ${signer}.`,
    signatureWrong: ({ file }) =>
      `The signature of “${file}” is wrong: what is signed was changed, or the signature was exchanged.`,
    signatureShape: ({ file, where }) => `The signature of “${file}” is incomplete or malformed${expert(where)}.`,
    certificateOther: ({ file }) => `The signature of “${file}” does not name the certificate that comes with it.`,
    certificateOutdated: ({ file, subject, at }, f) =>
      `The certificate of “${file}” was not valid on ${f.time(at)}. Certificate: ${subject}.`,
    certificateUse: ({ file, subject }) =>
      `A certificate of “${file}” is not made for this use. Certificate: ${subject}.`,
    chainWrong: ({ file, subject }) => `The chain of certificates of “${file}” does not hold. Certificate: ${subject}.`,
    authorityOther: ({ file, subject }) =>
      `“${file}” comes from an authority other than those that you gave: ${subject}. If you trust it, add its certificate.`,
    stampHolds: ({ file, at, authority }, f) => `“${file}” is timestamped on ${f.time(at)}. Authority: ${authority}.`,
    stampOther: ({ file, stamped }) =>
      `The timestamp in “${file}” is not over “${stamped}” as it stands: one of the two was changed or exchanged.`,
    stampEnded: ({ file, at }, f) =>
      `The certificates behind the timestamp of “${file}” expired on ${f.time(at)}, and nothing in the file renews it. It holds for whoever believes that its key was not stolen since.`,
    stampAhead: ({ file, at }, f) =>
      `“${file}” is timestamped on ${f.time(at)}, which is later than the clock of this device.`,
    stampRenewed: ({ file, n, count, until }, f) =>
      `“${file}”: the timestamp of checkpoint ${f.number(n)} was renewed in time, ${f.many(count, 'time', 'times')}. The latest renewal holds until ${f.time(until)}.`,
    recordShape: ({ file, n }) => `“${file}”: the evidence record of checkpoint ${n} is incomplete or malformed.`,
    renewalOther: ({ file, n, number }) =>
      `“${file}”: timestamp ${number} of the evidence record of checkpoint ${n} does not cover what it should; something was changed or exchanged.`,
    renewalLate: ({ file, n, number, ended }, f) =>
      `“${file}”: timestamp ${number} of the evidence record of checkpoint ${n} does not renew the one before in time: that one ended on ${f.time(ended)}.`,
    stampPending: ({ file }) => `“${file}” is not timestamped: no authority confirms its date.`,

    journalHolds: ({ file, count, chapters, from, to }, f) =>
      `“${file}”: ${f.many(count, 'entry holds', 'entries follow one another without a gap')}${chapters > 1 ? `, in ${f.number(chapters)} chapters` : ''}, from ${f.time(from)} to ${f.time(to)}.`,
    journalAlone: ({ file }) =>
      `Nothing in “${file}” alone shows that the last entries were not removed, or that the journal was not written anew as a whole. Add a recent proof: it does.`,
    journalProven: ({ file, proof, seq }) => `“${proof}” confirms “${file}” up to entry ${seq}.`,
    journalEmpty: ({ file }) => `“${file}” holds no entries.`,
    chapterCut: ({ file, seq }) =>
      `“${file}”: entry ${seq} received a journal that is not there, or not whole: no chapter ends as that entry says.`,
    entryChanged: ({ file, seq }) => `“${file}”: entry ${seq} was changed; its digest is no longer its own.`,
    entryUnlike: ({ file, seq, field }) =>
      `“${file}”: entry ${seq} shows something other than what its digest covers${expert(field)}.`,
    entryUnchained: ({ file, seq }) =>
      `“${file}”: entry ${seq} does not follow the one before it; an entry was removed, added or moved.`,
    detailsChanged: ({ file, seq }) => `“${file}”: the details of entry ${seq} were changed.`,
    detailsErased: ({ file, count }, f) =>
      `“${file}”: the details of ${f.many(count, 'entry were erased', 'entries were erased')}. The chain still holds.`,

    proofHolds: ({ file, id, depositedAt, n, size }, f) =>
      `“${file}”: the deposit of document ${id}, on ${f.time(depositedAt)}, is recorded in the log of the service (checkpoint ${f.number(n)}, ${f.many(size, 'record', 'records')}).`,
    proofsHold: ({ count }, f) =>
      `${f.many(count, 'document has a proof', 'documents each have a proof')} that leads from its deposit to the log of the service.`,
    proofMissing: ({ file, document }) => `“${document}” has no proof: “${file}” is missing.`,
    proofUnused: ({ file }) => `“${file}” is the proof of a document that is not in the archive.`,
    proofOtherDocument: ({ file, document }) => `“${file}” is the proof of a content other than that of “${document}”.`,
    proofOtherJournal: ({ file, seq }) => `“${file}” cites an entry ${seq} that is not the one of the journal.`,
    journalCut: ({ file, seq, end }) =>
      `The journal ends with entry ${end}, and “${file}” cites its entry ${seq}: the end of the journal is missing.`,
    depositUnlike: ({ file, field }) =>
      `“${file}” says something different about the document from the entry of its deposit${expert(field)}.`,
    leafWrong: ({ file }) => `“${file}”: the record in the log is not that of the journal.`,
    inclusionWrong: ({ file, n }) => `“${file}”: the journal is not recorded in checkpoint ${n}.`,
    sealHolds: ({ file, n, signer }, f) => `“${file}”: checkpoint ${f.number(n)} is sealed. Signer: ${signer}.`,
    checkpointsSealed: ({ count }, f) =>
      `${f.many(count, 'checkpoint of the log is sealed', 'checkpoints of the log are sealed')}.`,
    checkpointsStamped: ({ count, from, to }, f) =>
      `${f.many(count, 'checkpoint of the log is timestamped', 'checkpoints of the log are timestamped')}, ${from < to ? `from ${f.time(from)} to ` : 'on '}${f.time(to)}.`,
    checkpointsEnded: ({ count }, f) =>
      `The certificates behind the timestamps of ${f.many(count, 'checkpoint', 'checkpoints')} have expired, and nothing in the archive renews them.`,
    sealUnknown: ({ file, kid }) =>
      `“${file}”: the seal is not checked, because the certificate of key ${kid} is not here. Add the certificates of the service: the address of the safe, followed by /backend/api/v1/evidence/certificates, gives them.`,

    checkpointRead: ({ file, n, size, at }, f) =>
      `“${file}” is checkpoint ${f.number(n)} of the log, of ${f.time(at)}, with ${f.many(size, 'record', 'records')}.`,
    checkpointFollows: ({ file, n, other }, f) =>
      `“${file}”: checkpoint ${f.number(n)} names the one of “${other}” as the one before it.`,
    checkpointAlone: ({ file, n }, f) =>
      `“${file}”: nothing that was dropped shows what checkpoint ${f.number(n)} follows. Add checkpoint ${f.number(n - 1)}, or a consistency proof.`,
    checkpointTwice: ({ file, n, other }) =>
      `“${file}” and “${other}” hold two different checkpoints ${n}: the log was written twice, or one of them was changed.`,
    checkpointUnchained: ({ file, n, other }) =>
      `“${file}” and “${other}” do not follow one another: checkpoint ${n} names another one as the one before it.`,
    checkpointShrunk: ({ file, n, other }) =>
      `“${file}” and “${other}”: checkpoint ${n} has no more records than an earlier one. The log may only grow.`,
    consistencyHolds: ({ file, from, to }, f) =>
      `“${file}”: checkpoint ${f.number(to)} holds all records of checkpoint ${f.number(from)}, in the same order.`,
    consistencyWrong: ({ file, from, to }) =>
      `“${file}” does not lead from checkpoint ${from} to checkpoint ${to}: one of the three was changed, or the log was written anew.`,
    consistencyAlone: ({ file, from, to }, f) =>
      `“${file}” joins checkpoint ${f.number(from)} to checkpoint ${f.number(to)}. Add both to check it.`,

    attestationHolds: ({ file, id, title, depositedAt }, f) =>
      `“${file}” attests the deposit of “${title}” (${id}), on ${f.time(depositedAt)}; the journal entry that it cites has the right digest.`,
    attestationSigned: ({ file, signer }) =>
      `“${file}” bears a correct signature, which covers the whole file. Signer: ${signer}.`,
    attestationUnsigned: ({ file }) =>
      `“${file}” bears no signature in the PDF, as attestations of the first versions. The service can check its seal.`,
    attestationPartly: ({ file }) =>
      `“${file}”: the signature does not cover the whole file; something was added or removed after it.`,
    attestationFacts: ({ file, where }) =>
      `“${file}”: the facts attached to the attestation are missing or do not hold${expert(where)}.`,
    attestationSealHolds: ({ file }) => `“${file}”: the attached facts are sealed by the same key.`,
    attestationSealWrong: ({ file }) => `“${file}”: the seal of the attached facts is wrong.`,

    documentIs: ({ file, proof }) => `“${file}” is, to the byte, the document that “${proof}” is about.`,
    documentOfBroken: ({ file, proof }) =>
      `“${file}” is the document that “${proof}” is about, but “${proof}” does not hold itself.`,
    documentUnknown: ({ file }) =>
      `“${file}” is no document of the proofs, attestations and archives that were dropped: its content is another.`,

    certificatesRead: ({ file, count }, f) =>
      `“${file}” gives ${f.many(count, 'certificate', 'certificates')} to compare with.`,
  },
};
