import type * as french from '../fr/information.ts';
import type { Shape } from '../messages.ts';

export const help = {
  title: 'Help',
  subtitle: 'What you need to make good use of your safe.',
  activateTitle: 'Activating my safe',
  activateText:
    'Have the 12-character code from your employer at hand, then choose “Activate my safe” on the sign-in page. You will be asked for your name, your date of birth and a personal email address.',
  signInTitle: 'I can no longer sign in',
  signInText:
    'Check that you are using your personal email address. After 10 wrong passwords the account is locked; resetting the password unlocks it.',
  addTitle: 'Adding a document',
  addText:
    'Choose “Add”, then a file of at most 100 MB: PDF, pictures, office documents, text, email or ZIP. You have 10 GB; what your employers deliver does not count.',
  deleteTitle: 'I deleted a document by mistake',
  deleteText: 'It stays in the trash for 30 days, from where you can restore it. After that it goes for good.',
  leaveTitle: 'I am leaving my employer',
  leaveText:
    'Your documents stay in your safe, which is yours. Your payslips are kept there for 50 years, or until you are 75.',
  paperTitle: 'I prefer paper',
  paperText: 'You can refuse electronic payslips at any time. The change takes effect within three months.',
} as const satisfies Shape<typeof french.help>;

export const privacy = {
  title: 'Privacy',
  subtitle: 'What Pérenne knows about you, and what protects it.',
  dataTitle: 'What is kept',
  dataText:
    'Your identity, your contact details, your documents, their titles and the journal of what happened to them. Nothing else, and nothing for advertising.',
  encryptionTitle: 'How it is protected',
  encryptionText:
    'Each document is encrypted under its own key, itself encrypted under that of your safe. The operator holds these keys apart from the data. Titles, names and addresses are encrypted too.',
  accessTitle: 'Who can read',
  accessText:
    'You, and the people you share with, for the time you choose. Your employer delivers documents and sees nothing of your safe. Contents are analysed for search only if you ask for it.',
  journalTitle: 'What is recorded',
  journalText:
    'Every access, every attempt and every operation is written in a journal that you can read and in which tampering shows.',
  rightsTitle: 'Your rights',
  rightsText:
    'You can see and correct your information, take everything back in an open archive, and close your safe. A deletion is immediate; backups forget it within 30 days.',
  browserTitle: 'What your browser keeps',
  browserText:
    'Your session, the language, the theme and the state of the menu. No advertising cookie, no audience measurement.',
} as const satisfies Shape<typeof french.privacy>;

export const terms = {
  title: 'Terms of use',
  subtitle: 'What Pérenne commits to, and what is up to you.',
  safeTitle: 'Your safe',
  safeText: 'The safe is opened in your name and belongs to you. It stays yours if you leave your employer.',
  payslipsTitle: 'Your payslips',
  payslipsText:
    'Your employers can deliver your payslips to it electronically. You can refuse at any time; they stay available for 50 years, or until you are 75.',
  dutiesTitle: 'What is up to you',
  dutiesText:
    'Keep your password to yourself, keep your email address up to date and add only documents that you have the right to hold.',
  proofTitle: 'Integrity and proof',
  proofText:
    'The digest of each document is computed when it is added and checked afterwards. Every operation is written in a journal that you can read.',
  endTitle: 'Ending it',
  endText: 'You can take everything back in an open archive, and close your safe; it is then deleted after 30 days.',
} as const satisfies Shape<typeof french.terms>;
