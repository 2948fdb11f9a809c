import type { contentReading as french } from '../fr/content-reading.ts';
import type { Shape } from '../messages.ts';

export const contentReading = {
  title: 'Search in contents',
  intro:
    'Your documents can always be found by their titles. If you agree, they can be found by the words they hold too.',
  readTitle: 'What is read',
  readText:
    'The text of PDFs, office documents and text files, and the words recognised in pictures and scanned documents.',
  keptTitle: 'Where it stays',
  keptText:
    'In your safe only. Reading is automatic, without any outside service. No word is kept: only fingerprints are, calculated with a key that belongs to your safe alone.',
  withdrawTitle: 'How to go back',
  withdrawText:
    'Take your agreement back whenever you like, here or in your account. What was learnt is deleted at once. Your documents do not change.',
  accept: 'Allow reading',
  withdraw: 'Take back my agreement',
  since: 'You agreed on {date}.',
  off: 'You have not agreed: no content is read.',
  accepted: 'You agreed. Your documents are read one by one, so the search grows little by little.',
  withdrawn: 'Agreement taken back. What was learnt is deleted.',
} as const satisfies Shape<typeof french>;
