import type { merge as french } from '../fr/merge.ts';
import type { Shape } from '../messages.ts';

export const merge: Shape<typeof french> = {
  title: 'Bring two safes together',
  stepExplain: 'What will happen',
  stepProve: 'The other safe',
  stepSummary: 'Check',
  stepConfirm: 'Confirmation',
  back: 'Back',
  next: 'Continue',

  explainText:
    'Has another employer opened a second safe for you? You can merge it into this one. This is what happens.',
  moves: 'Its documents come here, in their places, with their dates and their evidence.',
  closes: 'The other safe is closed for good: its address no longer opens it.',
  ends: 'Its shares, its requests for documents, its collectors and its exports end.',
  employersMove: 'Its employers deposit here from now on.',
  begin: 'Continue',
  toAccount: 'Back to my account',
  past: 'Safes already merged into this one',
  documents: '{count, plural, =0 {No document} one {One document} other {{count, number} documents}}',

  proveTitle: 'Open the other safe',
  proveText: 'Enter the credentials of the safe that will be closed. The one you are in stays open.',
  email: 'Email address of the other safe',
  password: 'Password of the other safe',
  forgotten: 'Forgotten password',
  orFederation: 'Or, if the other safe is linked to FranceConnect',
  expired:
    'The other safe stays open for 15 minutes only, and its password must not have changed. Identify yourself again.',
  recognisingTitle: 'Looking for the other safe',
  recognisingText: 'This takes a few seconds.',
  notProvedTitle: 'The other safe was not opened',
  notLinked:
    'No other safe is linked to this FranceConnect identity, or the identification was interrupted. Open it with its email address and its password.',
  byPassword: 'Use its password',

  summaryTitle: 'Check what will come',
  summaryText: 'This is the safe that will join this one. Nothing has changed yet.',
  owner: 'Owner',
  since: 'Opened on',
  holds: 'Content',
  inTrash: 'In its trash',
  employers: 'Employers who will deposit here',
  noEmployer: 'None',
  room: 'Room',
  enoughRoom: '{needed} needed, {available} available',
  missingRoom: '{needed} needed, only {available} available',
  missingTitle: 'There is not enough room',
  missingText:
    'Make {missing} of room in this safe: delete some documents, then empty the trash. Then check again here.',
  checkAgain: 'Check again',
  whatEnds: 'What ends in the other safe',
  endsSharings: '{count, plural, =0 {No active share} one {One active share} other {{count, number} active shares}}',
  endsCollectors: '{count, plural, =0 {No collector} one {One collector} other {{count, number} collectors}}',
  endsAccess: 'Its sign-ins, its password and its two-step verification',
  otherSafe: 'Choose another safe',

  confirmTitle: 'Confirm the merge',
  confirmText: 'This is the last step before the other safe joins this one.',
  confirmWarning:
    'Once together, the two safes cannot be separated. Nobody can open the other safe again, not even support.',
  acknowledgement: 'I understand that the other safe will be closed and that this cannot be undone.',
  acknowledgementMissing: 'Tick the box to continue.',
  confirm: 'Merge the safes',

  receivingTitle: 'The merge is under way',
  receivingText: 'This takes a few seconds. If you leave this page, it finishes without it.',
  failedTitle: 'The merge did not succeed',
  failedText: 'Nothing is lost: your safes are intact, or one already. Try again to find out.',
  retry: 'Try again',
  backToSummary: 'Back to the check',

  doneTitle: 'Your safes are one',
  doneText: 'The safe {email} is closed. All that it held is here.',
  arrived:
    '{count, plural, =0 {No document has come.} one {One document has come.} other {{count, number} documents have come.}}',
  seeDocuments: 'See my documents',
  arrivedInTrash: '{count, plural, one {One more is in the trash.} other {{count, number} more are in the trash.}}',
  seeTrash: 'See the trash',
  employersNow: 'They deposit here from now on: {employers}',
  journalNow: 'The journal of the other safe is a chapter of yours.',
  seeJournal: 'See the journal',
  finish: 'Finish',
} as const;
