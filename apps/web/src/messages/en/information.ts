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
    'Check that you are using your personal email address. After 10 wrong passwords in a row, signing in by password closes on the devices that your safe does not know. To open it again, follow the link that we sent you by email, or reset your password.',
  addTitle: 'Adding a document',
  addText:
    'Choose “Add”, then a file of at most 100 MB: PDF, pictures, office documents, text, email or ZIP. You have 10 GB; what your employers deposit does not count.',
  deleteTitle: 'I deleted a document by mistake',
  deleteText:
    'It stays in the trash for 30 days, and you can restore it from there. After that, it disappears for good.',
  leaveTitle: 'I am leaving my employer',
  leaveText:
    'Your documents stay in your safe, which is yours. Your payslips are kept there for 50 years, or until you are 75.',
  paperTitle: 'I prefer paper',
  paperText:
    'You can refuse electronic payslips at any time. Your choice applies at once and, by law, at the latest three months later. Your other documents still arrive in your safe. If your employer does not allow you to refuse online, you keep the right to object in writing (French labour code, article L. 3243-2): write to them by registered letter, or by a letter handed over against signature.',
  emailTitle: 'Changing my email address or my password',
  emailText:
    'Open “Connection and security” in your account. A message notifies your former address; its link can undo the change for 72 hours.',
  secondFactorTitle: 'Protecting my safe better',
  secondFactorText:
    'Add two-step verification in “Connection and security”: a passkey on your device, or an authenticator application. Keep the recovery codes apart: they stand in for a lost device.',
  devicesTitle: 'I lost a device, or do not recognise a sign-in',
  devicesText:
    'In “Connection and security”, sign that device or all devices out, then change your password. The journal of your safe shows every sign-in and every time a document was read.',
  journalTitle: 'Knowing what happened in my safe',
  journalText:
    'The journal of your safe keeps every access, every attempt and every change, with its date. You can filter it by kind and by period. After ten readings of a shared document by the same visitor in a day, it keeps one an hour: the share shows them all.',
  exportTitle: 'Taking my documents with me, or proving that they are genuine',
  exportText:
    'Open “Export” in your account: a ZIP archive holds your documents, their proofs and the journal, and an email tells you when it is ready. For one document, its details give an attestation and a proof, which anyone can check without us.',
  closeTitle: 'Closing my safe',
  closeText:
    'Open “Connection and security”, then “Close my safe”. It is deleted after 30 days; signing in before then cancels the closing.',
  panelTitle: 'Find an answer',
  panelSearch: 'Your question',
  panelFound: '{count, plural, =0 {No answers} one {One answer} other {# answers}}',
  panelNone: 'Try other words, or browse all help topics.',
  panelAll: 'All help topics',
} as const satisfies Shape<typeof french.help>;

export const privacy = {
  title: 'Privacy',
  subtitle: 'What Pérenne knows about you, and what protects it.',
  dataTitle: 'What is kept',
  dataText:
    'Your identity, your contact details, your documents and their titles, your shares and their recipients, the sign-in details that you give to your collectors, and the journal of what happened, with devices and network addresses. Nothing for advertising.',
  encryptionTitle: 'How it is protected',
  encryptionText:
    'Each document is encrypted under its own key, itself encrypted under the key of your safe. The operator holds these keys apart from the data. Titles, names and addresses are encrypted too.',
  accessTitle: 'Who can read',
  accessText:
    'You, and the people you share with, for the time you choose. Your employer deposits documents; of your safe, they know only whether it is activated, and whether you have chosen paper. Contents are read for search only if you ask for it.',
  journalTitle: 'What is recorded',
  journalText:
    'Every access, every attempt and every operation is written in a journal that you can read and in which any tampering shows. After ten accesses in a day by the same visitor to what you share, it keeps one an hour: the share shows them all.',
  controllerTitle: 'Who is responsible for your data',
  controllerText: '{name} is the controller of your personal data.',
  controllerAddress: 'Address: {address}',
  controllerEmail: 'For any question or request:',
  controllerDpo: 'Data protection officer:',
  controllerNone: 'This installation has not named a data controller yet.',
  basisTitle: 'Why, and on which legal basis',
  basisText:
    'To keep your safe and carry out what is agreed with you (GDPR, article 6(1)(b)). To receive your payslips on behalf of your employers, who have to give them to you (article 6(1)(c), French labour code, article L. 3243-2). To record accesses and prove integrity, as the law requires of a digital safe (article 6(1)(c), French code of postal and electronic communications, article L. 103). To protect the service against abuse (legitimate interest, article 6(1)(f)). To read the contents of documents for search, only if you consent, and until you change your mind (article 6(1)(a)).',
  neededTitle: 'What is required',
  neededText:
    'Your name, date of birth, email address and phone number are required to open and protect your safe. The postal address is optional. No decision about you is made automatically.',
  hostingTitle: 'Where your data is',
  hostingText: 'Hosting: {hosting}.',
  hostingOthers: 'Emails and text messages go through delivery providers. Their messages do not name your documents.',
  keptTitle: 'For how long',
  keptText:
    'Your documents stay as long as your safe is open; payslips, for 50 years or until you are 75. A closed safe is destroyed after 30 days. A deletion is immediate; backups forget it within 30 days.',
  complaintTitle: 'Complaints',
  complaintText:
    'If the answer does not satisfy you, you can complain to the CNIL, the French data protection authority: 3 place de Fontenoy, TSA 80715, 75334 Paris Cedex 07, France, or on its website:',
  rightsTitle: 'Your rights',
  rightsText:
    'You can access your data, correct it, erase it, restrict or object to its use, and take it with you: from your account you see and correct your information, take everything with you in an open archive, withdraw your consent to the reading of contents and close your safe. For anything else, write to the controller.',
  browserMeasured:
    'Your session, the language, the theme and your display choices, what you have begun, and security cookies that recognise this browser, for at most 400 days. No advertising cookies. This installation counts the pages viewed and the failures, with nothing that identifies you.',
  browserTitle: 'What your browser keeps',
  browserText:
    'Your session, the language, the theme and your display choices, what you have begun, and security cookies that recognise this browser, for at most 400 days. No advertising cookies, no audience measurement.',
} as const satisfies Shape<typeof french.privacy>;

export const terms = {
  title: 'Terms of use',
  subtitle: 'What Pérenne commits to, and what you are responsible for.',
  safeTitle: 'Your safe',
  safeText: 'The safe is opened in your name and belongs to you. It stays yours if you leave your employer.',
  payslipsTitle: 'Your payslips',
  payslipsText:
    'Your employers can deposit your payslips in your safe, in electronic form. You can refuse at any time. Payslips that were deposited stay available for 50 years, or until you are 75.',
  dutiesTitle: 'What you are responsible for',
  dutiesText:
    'Keep your password to yourself, keep your email address up to date and add only documents that you have the right to hold.',
  proofTitle: 'Integrity and proof',
  proofText:
    'The digest of each document is computed when it is deposited, then checked regularly. Every operation is written in a journal that you can read.',
  endTitle: 'Closing your safe',
  endText:
    'You can take everything with you in an open archive, and close your safe; it is then deleted after 30 days.',
} as const satisfies Shape<typeof french.terms>;

export const chatbot = {
  title: 'Assistant',
  frame: 'Conversation with the assistant',
  provider: 'A service provided by {host}. It receives what you type here, and sees nothing of your safe.',
  opening: 'Opening the assistant',
  offline: 'You are offline. The assistant will open as soon as you are back online.',
  offlineNow: 'You are offline. The assistant will answer as soon as you are back online.',
  failed: 'The assistant is not answering. Here is Pérenne’s help.',
  stopped: 'The assistant was slowing this page down, so we stopped it. Here is Pérenne’s help.',
} as const satisfies Shape<typeof french.chatbot>;
