import type { contentReading as french } from '../fr/content-reading.ts';
import type { Shape } from '../messages.ts';

export const contentReading = {
  title: 'Content search',
  intro:
    'Your documents can always be found by their titles. If you agree, they can also be found by the words they contain.',
  readTitle: 'What is read',
  readText:
    'The text of PDFs, office documents and text files, and the words recognised in pictures and scanned documents.',
  keptTitle: 'Where it stays',
  keptText:
    'In your safe only. Reading is automatic, without any outside service. No words are kept, only digests computed with a key that belongs to your safe alone.',
  withdrawTitle: 'How to go back',
  withdrawText:
    'Withdraw your agreement whenever you like, here or in your account. What was learnt is erased at once. Your documents do not change.',
  accept: 'Allow reading',
  withdraw: 'Withdraw my agreement',
  since: 'You agreed on {date}.',
  off: 'You have not agreed: no contents are read.',
  accepted: 'You agreed. Your documents are read one by one, so the search grows little by little.',
  withdrawn: 'Agreement withdrawn. What was learnt is erased.',
} as const satisfies Shape<typeof french>;
