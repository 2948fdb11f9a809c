import type { upload as french } from '../fr/upload.ts';
import type { Shape } from '../messages.ts';

export const upload = {
  title: 'Add documents',
  drop: 'Drop your files here',
  or: 'or',
  browse: 'Browse',
  hint: 'PDF, pictures, office documents, text, email or ZIP: at most 100 MB per file.',
  scanned: 'Each file is checked by an antivirus.',
  notScanned: 'Demonstration: files are not checked by an antivirus.',
  files: 'Files',
  waiting: 'Waiting',
  sending: 'Sending',
  checking: 'Checking and encrypting',
  added: 'Added',
  retry: 'Try again: {name}',
  cancel: 'Cancel: {name}',
  close: 'Done',
  done: '{count, plural, one {Document added} other {# documents added}}',
} as const satisfies Shape<typeof french>;
