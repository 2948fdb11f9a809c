import type { exports_ as french } from '../fr/exports.ts';
import type { Shape } from '../messages.ts';

export const exports_ = {
  title: 'Export my documents',
  text: 'Take everything in your safe with you in a ZIP archive: other tools can open it, and anyone can check that it is genuine, even without us.',
  ask: 'Prepare an export',
  asked: 'The export is requested. An email will tell you when it is ready.',
  allowance:
    'You have {remaining, plural, one {one export} other {{remaining, number} exports}} left of {limit, number} in any 24 hours.',
  limitTitle: 'You have asked for {limit, number} exports in 24 hours',
  limitText: 'You can ask for the next one on {date}. Those that are ready are still yours to download.',
  seeDocuments: 'See my documents',

  runningTitle: 'Export being prepared',
  runningText:
    'Asked for on {date}. You can leave this page or turn your device off: the preparation goes on, and an email tells you when it is done.',
  starting: 'The preparation is starting',
  progress: '{done, number} of {total, plural, one {# document} other {# documents}}',
  progressSpoken: 'Export being prepared: {percent, number}%',
  sealing: 'Sealing and timestamping',
  notYetStamped: 'Not yet timestamped',
  sealingText:
    'The documents are all there. The archive is being sealed, then timestamped. If no timestamp authority answers within an hour of your request, you get it without a timestamp.',
  progressLost: 'The progress cannot be read at the moment. The preparation goes on without this page.',
  end: 'Stop the export',
  endTitle: 'Stop this export?',
  endText:
    'The archive will not be finished. This export still counts among the {limit, number} that you can ask for in 24 hours.',
  goOnPreparing: 'Keep preparing',
  ended: 'Export stopped',

  listTitle: 'Exports of the last 7 days',
  none: 'No export is ready yet',
  noneText: 'An export that is ready stays here for 7 days, then it is erased.',
  itemTitle: 'Export of {date}',
  state: {
    READY: 'Ready',
    FAILED: 'Failed',
    UNKNOWN: 'Unknown state',
  },
  documents: '{count, plural, =0 {No documents} one {One document} other {{count, number} documents}}',
  availableUntil: 'Available until {date}',
  stamped: 'Sealed, and timestamped on {date}',
  unstamped: 'No timestamp',
  unstampedText:
    'No timestamp authority answered within the hour. The archive is sealed, but only this service vouches for its date.',
  nextIsFree: 'This one does not count: you can ask for another.',
  digest: 'SHA-256 digest of the archive',
  copyDigestNamed: 'Copy the digest of the export of {date}',
  damaged:
    '{count, plural, one {One damaged document is not in the archive} other {{count, number} damaged documents are not in the archive}}',
  damagedText:
    '{count, plural, one {Its content is no longer what was deposited} other {Their content is no longer what was deposited}}. The operator of the service has been notified; contact support. Everything else is in the archive.',
  damagedGone: 'A document deleted since',
  damagedUnread: 'Document {id}',
  showDamaged: 'Show all {count, number} documents',
  failedUnknown: 'The cause is not known. Ask for another export: this one does not count.',
  unknownText: 'This service no longer knows how far this export is. Ask for another.',
  ready: 'Your export is ready.',
  failed: 'The export has failed.',

  download: 'Download',
  downloadNamed: 'Download the export of {date}',
  downloadAgain: 'Download again',
  downloadAgainNamed: 'Download again the export of {date}',
  downloading: 'Downloading the archive',
  downloaded: '{done} of {total}',
  downloadHint: 'Keep this tab open until the end. You can go to another page of the safe.',
  cancelDownload: 'Cancel',
  cancelDownloadNamed: 'Cancel the download of the export of {date}',
  downloadStopped: 'The download stopped at {percent, number}%',
  downloadNotStarted: 'The download has not started',
  downloadRefused: 'This archive cannot be downloaded',
  goOn: 'Resume',
  goOnNamed: 'Resume the download of the export of {date}',
  saved: 'The archive is in your downloads.',

  remove: 'Delete',
  removeNamed: 'Delete the export of {date}',
  removeTitle: 'Delete this export?',
  removeText:
    'Its archive can no longer be downloaded. Your documents stay in your safe, and exports of the last 24 hours still count.',
  removed: 'Export deleted',

  contentsTitle: 'What the archive holds',
  contentsText:
    'An ordinary ZIP file: your computer opens it with nothing to install. It follows public standards (ASiC-E, FNTC-TA, XAdES), which other safes can read.',
  tree: {
    archive: 'Your documents, their proofs and all it takes to check them',
    documents: 'Your documents, by category and folder, under their titles. The trash is left out.',
    proofs: 'For each document, the proof of what was deposited, and when.',
    journal: 'All that happened in your safe, as a page to read and as data to check.',
    seal: 'The list of all files with their digests, the electronic seal of the service and the timestamp.',
    verifier: 'A page that checks everything, offline and without us.',
    readme: 'How to use the archive, in French and English.',
  },
  checkTitle: 'Check it without us',
  checkText:
    'Open verifier.html and drop the archive on it. Nothing is sent: the page computes every digest again on your device, and says what holds, what does not, and on whose word.',
  openVerifier: 'Open the verifier',
} as const satisfies Shape<typeof french>;
