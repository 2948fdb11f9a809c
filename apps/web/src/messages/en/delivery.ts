import type * as french from '../fr/delivery.ts';
import type { Shape } from '../messages.ts';

export const delivery = {
  title: 'Delivery of payslips',
  text: 'For each employer, choose between your safe and paper. You can change your mind at any time.',
  electronic: 'In your safe',
  paper: 'On paper',
  since: 'Since {date}',
  off: 'Switch to paper',
  offNamed: 'Switch to paper: {employer}',
  on: 'Switch back to the safe',
  onNamed: 'Switch back to the safe: {employer}',
  receipt: 'Download the receipt',
  receiptNamed: 'Download the receipt: {employer}',
  receiptFile: 'payslip-delivery-receipt.pdf',
  noRefusal:
    '{employer} does not allow this change online. You keep the right to object to electronic delivery: write to your employer, who must comply within three months.',
  empty: 'No employers',
  emptyText: 'No employer deposits payslips in your safe.',
  offTitle: 'Receive your payslips on paper?',
  offEffect: '{employer} will give you your payslips on paper, at the latest three months after you ask.',
  offMeanwhile:
    'Payslips issued in the meantime will not be deposited in your safe, even if you change your mind later.',
  offOthers: 'Your other documents, such as a contract or a work certificate, will still arrive in your safe.',
  offKept: 'Those that are already there stay.',
  onTitle: 'Receive your payslips in your safe?',
  onEffect: '{employer} will deposit your next payslips in your safe, where they are kept for 50 years.',
  onMissed: 'Payslips issued while delivery was on paper will not be handed out again.',
  sms: 'A code will be sent to you by text message to confirm.',
  sendCode: 'Receive a code by text message',
  codeText: 'A 6-digit verification code has been sent to the number in your profile. It is valid for 10 minutes.',
  noMobile:
    'The number in your profile cannot receive text messages. Enter a French mobile number in “My information”, then come back here.',
  code: 'Verification code received by text message',
  confirm: 'Confirm',
  doneTitle: 'Done',
  doneOff: '{employer} will give you your payslips on paper.',
  doneOn: '{employer} will deposit your payslips in your safe.',
  doneReceipt: 'A dated receipt is the proof of your choice.',
  close: 'Done',
} as const satisfies Shape<typeof french.delivery>;

export const linkedIdentity = {
  title: 'FranceConnect',
  linked: 'Safe linked to FranceConnect',
  since: 'Since {date}',
  linkedText: 'You open your safe with FranceConnect. Your first name, last name and date of birth come from it.',
  notLinked: 'No linked identity',
  notLinkedText:
    'Your safe opens with your email address and your password. To link it, choose FranceConnect on the sign-in page.',
  deactivate: 'Deactivate FranceConnect',
  dialogTitle: 'Deactivate FranceConnect?',
  dialogText:
    'You will be signed out of all your devices, and will sign in with your email address and your password. You will be able to change your identity and your password again.',
  askPassword: 'Your sign-in through FranceConnect is more than 10 minutes old. Enter your password to confirm.',
  forgotten: 'Forgotten password',
} as const satisfies Shape<typeof french.linkedIdentity>;
