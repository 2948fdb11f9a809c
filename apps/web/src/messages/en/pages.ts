import type * as french from '../fr/pages.ts';
import type { Shape } from '../messages.ts';

export const shares = {
  title: 'Shares',
  subtitle: 'The documents that you have entrusted to others.',
  emptyTitle: 'You have no share',
  emptyText: 'A share gives access to chosen documents, for a chosen time. You end it whenever you like.',
  toDocuments: 'See my documents',
} as const satisfies Shape<typeof french.shares>;

export const collectors = {
  title: 'Collectors',
  subtitle: 'What organisations bring in for you.',
  emptyTitle: 'You have no collector',
  emptyText: 'A collector links your safe to an organisation and files your invoices and statements as they come out.',
  toDocuments: 'See my documents',
} as const satisfies Shape<typeof french.collectors>;

export const trash = {
  title: 'Trash',
  subtitle: 'What is deleted stays here for 30 days, then goes for good.',
  emptyTitle: 'Your trash is empty',
  emptyText: 'What you delete can be restored from here for 30 days.',
  toDocuments: 'See my documents',
} as const satisfies Shape<typeof french.trash>;

export const account = {
  title: 'My account',
  sections: 'Account sections',
  profileInfos: 'My information',
  safety: 'Connection and security',
  franceConnect: 'FranceConnect',
  dematerialization: 'Payslips',
  merge: 'Safe merge',
  export: 'Export',
  firstName: 'First name',
  lastName: 'Last name',
  birthDate: 'Date of birth',
  phone: 'Phone',
  email: 'Personal email address',
  emailHint: 'You sign in with it.',
  address: 'Address',
  missing: 'Not given',
  identity: 'Identity',
  contact: 'Contact details',
  storage: 'Storage',
  storageUsed: '{used} used of {total}',
  storageHint: 'Documents delivered by your employers do not count.',
  safetyText: 'You sign in with {email} and your password.',
  safetyEmpty: 'Your sign-in is protected',
  franceConnectEmpty: 'No linked identity',
  franceConnectText: 'Your safe opens with your email address and your password.',
  dematerializationText: 'You receive your payslips electronically.',
  dematerializationRefused: 'You have refused electronic payslips.',
  dematerializationSince: 'Since {date}',
  mergeEmpty: 'You have only one safe',
  mergeText: 'If another employer opened one for you, your documents can be brought together in this one.',
  exportEmpty: 'You have no export',
  exportText: 'An export brings all your documents together in a signed and timestamped ZIP archive.',
} as const satisfies Shape<typeof french.account>;

export const resetPassword = {
  title: 'Forgotten password',
  emptyTitle: 'No request in progress',
  emptyText: 'A reset uses your sign-in address and a code received by email or text message.',
  toLogin: 'Back to sign-in',
} as const satisfies Shape<typeof french.resetPassword>;

export const federation = {
  title: 'FranceConnect',
  failedTitle: 'No FranceConnect sign-in in progress',
  failedText: 'Sign in with your email address and your password.',
  mergeTitle: 'No merge in progress',
  mergeText: 'To activate your safe, use the code that your employer gave you.',
  toLogin: 'Go to sign-in',
  toActivation: 'Activate my safe',
} as const satisfies Shape<typeof french.federation>;

export const publicShares = {
  title: 'Shared documents',
  noneTitle: 'No share to open',
  noneText: 'Open the link that you received by email or text message: it leads to the documents entrusted to you.',
  listTitle: 'No shared document',
  listText: 'Shares addressed to you that are still running are shown here.',
  expiredTitle: 'This link is no longer valid',
  expiredText: 'The share has expired, or its author has ended it. Ask for a new one if you need it.',
  about: 'What is Pérenne?',
} as const satisfies Shape<typeof french.publicShares>;
