import type { sending as french } from '../fr/sending.ts';
import type { Shape } from '../messages.ts';
import { sendingFailures } from './failures-outside.ts';
import { missingLink } from './missing-link.ts';

export const sending = {
  sendingFailures,
  missingLink,
  sendFiles: {
    title: 'Requested documents',
    asks: '{sender} is asking you for documents',
    endedTitle: 'Request closed or not found',
    endedText: 'The request has come to its end, or its author has ended it. Ask them for a new link if you need one.',
    noLinkText: 'This page no longer has the link of the request. It is in the message that you received.',
    about: 'What is Pérenne?',
    drop: 'Drop your files here, or',
    choose: 'Choose files',
    more: 'Add more files',
    takePhoto: 'Take a photo',
    hint: 'PDF, pictures, office documents, text, email or ZIP: at most 100 MB each.',
    scanned: 'Each file is checked by an antivirus.',
    notScanned: 'Files are not checked by an antivirus.',
    limits:
      '{left, plural, =0 {No more files can be added.} one {One more file can be sent, until {date}.} other {At most # more files can be sent, until {date}.}}',
    seenBy: 'They go straight into the safe of {sender}, encrypted. There is no account to create.',
    tooMany: 'This request takes at most {max, plural, one {one file} other {# files}}. The others were not added.',
    chosen: 'Files to send',
    senderName: 'Your name',
    note: 'A word for the person who receives them',
    submit: '{count, plural, one {Send the file} other {Send the # files}}',
    files: 'Files',
    waiting: 'Waiting',
    offline: 'Waiting for a connection',
    sending: 'Being sent',
    sendingOf: 'Sending {name}',
    checking: 'Being checked and encrypted',
    sent: 'Sent',
    empty: 'This file is empty.',
    retry: 'Try again: {name}',
    cancel: 'Remove: {name}',
    thanks: 'Thank you, it is sent',
    thanksPartly: 'Not everything was sent',
    thanksText: '{count, plural, one {Your file is} other {Your # files are}} in the safe of {sender}.',
    mayClose: 'You can close this page.',
    notSent: '{count, plural, one {One file was not sent} other {# files were not sent}}.',
    noneLeft: 'All the requested files have been sent.',
    end: 'End the visit',
  },
} as const satisfies Shape<typeof french>;
