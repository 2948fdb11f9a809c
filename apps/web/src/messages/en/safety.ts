import type * as french from '../fr/safety.ts';
import type { Shape } from '../messages.ts';

export const safety = {
  password: 'Password',
  passwordText: 'It protects your safe. Do not use a password that you use elsewhere.',
  passwordChange: 'Change password',
  passwordCurrent: 'Current password',
  passwordNew: 'New password',
  passwordConfirmation: 'Confirm the new password',
  passwordOthers: 'Your other devices will be signed out.',
  passwordSubmit: 'Change the password',
  passwordDone: 'Password changed. Your other devices are signed out.',
  passwordLocked:
    'Your safe is linked to FranceConnect: the password cannot be changed here. Deactivate FranceConnect first or, if you can no longer use it, reset your password with a code received by email or text message.',
  passwordReset: 'Reset the password',
  toFranceConnect: 'Manage FranceConnect',
  ruleLength: 'At least 12 characters',
  ruleUppercase: 'One uppercase letter',
  ruleLowercase: 'One lowercase letter',
  ruleDigit: 'One digit',
  ruleSpecials: 'Two special characters',

  email: 'Sign-in email address',
  emailText: 'You sign in with {email}.',
  emailChange: 'Change address',
  emailTitle: 'Change email address',
  emailIntro: 'Choose a personal address, which you will keep if you change employer.',
  emailNew: 'New email address',
  emailPassword: 'Your password',
  emailSubmit: 'Receive a code',
  emailSame: 'This is already your sign-in address.',
  warningTitle: 'Is this really a personal address?',
  warningText:
    '“{domain}” is not one of the usual personal mail services. If this address depends on an employer, you will lose access to your safe when you leave.',
  warningConfirm: 'Yes, keep this address',
  warningCancel: 'Correct the address',
  emailCodeText: 'A 6-digit verification code has been sent to {email}, your new address. It is valid for 10 minutes.',
  emailCode: 'Verification code received by email',
  emailCodeSubmit: 'Change the address',
  emailAgain: 'Edit the address',
  emailDoneTitle: 'Your address is changed',
  emailDone:
    'From now on you sign in with {email}. Your other devices are signed out. A message has been sent to {former}: the change can be undone from it for 72 hours.',
  emailDoneClose: 'Done',

  confirmPassword: 'Your password',
  confirmPasswordText: 'Enter your password to continue.',
  goOn: 'Continue',
} as const satisfies Shape<typeof french.safety>;

/** Codes received by email or text message, wherever the account asks for one. */
export const codeForm = {
  again: 'Send the code again',
  wait: 'Send the code again in {seconds, number} s',
  sent: 'A new code has been sent to you.',
} as const satisfies Shape<typeof french.codeForm>;

export const devices = {
  title: 'Signed-in devices',
  text: 'Where your safe is open at this moment. If you do not recognise one, sign it out and change your password.',
  named: '{browser} on {system}',
  unknown: 'Unknown browser',
  current: 'This device',
  lastSeen: 'Seen on {date}',
  inUse: 'In use now',
  opened: 'Signed in since {date}',
  address: 'Address {address}',
  end: 'Sign out',
  endNamed: 'Sign out: {name}',
  ended: 'Device signed out',
  endTitle: 'Sign this device out?',
  endText: 'Your safe closes there at once. Opening it again will take a new sign-in.',
  everywhere: 'Sign out everywhere',
  everywhereTitle: 'Sign out of all devices?',
  everywhereText: 'Your safe closes on all devices, this one included. You will have to sign in again.',
} as const satisfies Shape<typeof french.devices>;

export const closing = {
  title: 'Close my safe',
  text: 'Your safe and all its documents will be deleted for good after 30 days. Until then, signing in is enough to cancel.',
  open: 'Close my safe',
  exportFirst: 'Export my documents first',
  dialogTitle: 'Close your safe?',
  first: 'You are signed out of all your devices at once.',
  second: 'For 30 days nothing is deleted: signing in cancels the closing.',
  third: 'After that, your documents, your shares and your account are deleted, with no way back.',
  fourth: 'Your employers will no longer be able to deposit your payslips there. Download what you want to keep first.',
  acknowledgement: 'I understand that my documents will be deleted for good after 30 days.',
  submit: 'Close my safe',
} as const satisfies Shape<typeof french.closing>;
