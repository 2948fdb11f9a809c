import type * as french from '../fr/ways-in.ts';
import type { Shape } from '../messages.ts';

export const identityFlow = {
  back: 'Back',
  wrongCode: 'This code is wrong. Only the last code sent is valid.',
  sendAgain: 'Send the code again',
  sendAgainWait: 'Send the code again in {seconds, number} s',
  sentAgain: 'A new code has been asked for. It replaces the one before.',
  spent: 'You have asked for 3 codes. Wait an hour before asking for another.',
} as const satisfies Shape<typeof french.identityFlow>;

export const secondFactorStep = {
  title: 'Two-step verification',
  textPASSKEY: 'Confirm that it is you with the passkey of this device or of another.',
  textTOTP: 'Enter the 6-digit code that your authenticator application shows.',
  textRECOVERY_CODE: 'Enter one of your recovery codes. It works only once.',
  others: 'Another way',
  usePASSKEY: 'Use a passkey',
  useTOTP: 'Use the authenticator application',
  useRECOVERY_CODE: 'Use a recovery code',
  totpCode: 'Code from the application',
  recoveryCode: 'Recovery code',
  submit: 'Verify',
  passkeySubmit: 'Use my passkey',
  passkeyCancelled: 'The passkey was not confirmed. Try again, or choose another way.',
  passkeyUnsupported: 'This browser cannot use a passkey. Choose another way.',
  passkeyWrong: 'This passkey does not open this safe. Choose another one, or another way.',
  wrongTOTP: 'This code is wrong. Wait for the next one, then enter it.',
  wrongRECOVERY_CODE: 'This code is wrong or has already been used. Enter another one.',
  limited: 'You will then start with your password.',
  back: 'Back to the password',
} as const satisfies Shape<typeof french.secondFactorStep>;

export const resetPassword = {
  stepEmail: 'Email address',
  stepMode: 'Sending method',
  stepCode: 'Code',
  stepPassword: 'New password',
  next: 'Continue',
  linkTitle: 'Change your password',
  linkText: 'You will choose a new password. This link works only once.',
  linkSubmit: 'Choose a password',
  linkKeep: 'Keep the current one',
  linkEndedTitle: 'This link is no longer valid',
  linkEndedText: 'It has already been used, or the 60 minutes are over. Ask again.',
  linkEndedSubmit: 'Ask again',
  emailTitle: 'Forgotten password',
  emailText: 'Enter the address that you sign in with.',
  email: 'Personal email address',
  modeTitle: 'Get a code',
  modeText: 'A code lets you choose a new password for {email}.',
  byEmail: 'By email',
  byEmailText: 'To the address that you sign in with',
  bySms: 'By text message',
  bySmsText: 'To the phone number in your profile',
  modeSubmit: 'Send the code',
  expired: 'This request expired after 15 minutes, or has already been used. Ask for a new code.',
  sentTitle: 'Your request is recorded',
  sentTextEMAIL: 'If there is a safe for {email}, a code has just been sent to this address.',
  sentTextSMS: 'If there is a safe for {email}, a code has just been sent by text message to the phone in its profile.',
  sentValid: 'The code is valid for 10 minutes.',
  sentTipEMAIL:
    'Has nothing arrived? Look in your spam folder, check the address, or choose to get it by text message.',
  sentTipSMS: 'Has nothing arrived? Check the address, or choose to get it by email.',
  sentSubmit: 'Enter the code',
  codeTitle: 'Enter the code',
  codeTextEMAIL: 'The 6-digit verification code sent by email for {email}.',
  codeTextSMS: 'The 6-digit verification code sent by text message for {email}.',
  code: 'Verification code',
  codeSubmit: 'Verify',
  codeDone: 'Your code is verified. All that is left is to choose a password.',
  passwordTitle: 'Choose a new password',
  passwordText:
    'It replaces the old one, which must not be used again. Devices that are signed in will have to sign in again.',
  password: 'New password',
  confirmation: 'Confirm the password',
  passwordSubmit: 'Change the password',
  doneTitle: 'Your password is changed',
  doneText: 'All your devices are signed out. Sign in with the new password.',
  toLogin: 'Sign in',
} as const satisfies Shape<typeof french.resetPassword>;

export const changeEmail = {
  stepEmail: 'New address',
  stepCode: 'Code',
  stepOpening: 'Opening',
  emailTitle: 'Change your sign-in address',
  emailText:
    'Your sign-in address depends on an employer, or is not verified. Replace it with a personal one to open your safe, and to keep it if you change employer.',
  email: 'Personal email address',
  emailHint: 'You will sign in with it from now on.',
  emailSubmit: 'Get a code',
  codeTitle: 'Verify your address',
  codeText:
    'A 6-digit verification code has been sent to {email}, which will replace your address. It is valid for 10 minutes.',
  code: 'Verification code received by email',
  codeSubmit: 'Verify',
  openingTitle: 'Your address is replaced',
  openingText: 'You now sign in with {email}. Your safe is opening.',
  openingSubmit: 'Open my safe',
} as const satisfies Shape<typeof french.changeEmail>;

export const undoEmailChange = {
  askTitle: 'Restore your sign-in address',
  askText:
    'The sign-in address of your safe was changed. If it was not you, restore the old one: the safe will no longer open with the new one.',
  askSubmit: 'Restore my address',
  askKeep: 'Keep the new one',
  undoneTitle: 'Your address is restored',
  undoneText:
    'You once again sign in with the address that this link was sent to. Every device is signed out. The old password no longer opens your safe: choose another, and do not use the old one again, as somebody else may know it.',
  endedTitle: 'This link is no longer valid',
  endedText:
    'It has already been used, or the 72 hours are over. If you can no longer open your safe, reset your password or contact support.',
  missingText: 'If you can no longer open your safe, reset your password or contact support.',
  takenTitle: 'Your old address opens another safe',
  takenText: 'It cannot be restored here. Contact support.',
  toReset: 'Choose a new password',
  toLogin: 'Sign in',
} as const satisfies Shape<typeof french.undoEmailChange>;

export const undoSecondFactor = {
  askTitle: 'Undo a change to your account',
  askText:
    'If this change was not made by you, undo it: every device will be signed out, the ways of signing in that were added since will be removed, and you will choose a new password.',
  askSubmit: 'Undo the change',
  askKeep: 'Keep the change',
  undoneTitle: 'The change is undone',
  undoneText:
    'Every device is signed out. Choose a new password to open your safe: do not use the old one again, as somebody else may know it.',
  endedTitle: 'This link is no longer valid',
  endedText:
    'It has already been used, or the 72 hours are over. If you can no longer open your safe, reset your password or contact support.',
  missingText: 'If you can no longer open your safe, reset your password or contact support.',
  toReset: 'Choose a new password',
} as const satisfies Shape<typeof french.undoSecondFactor>;

export const keepSecondFactor = {
  askTitle: 'Keep your two-step verification',
  askText:
    'Support is about to remove the two-step verification of your safe. If you did not ask for it, keep it: nothing will change.',
  askSubmit: 'Keep my two-step verification',
  askLet: 'Let support continue',
  keptTitle: 'Your two-step verification is kept',
  keptText: 'Nothing has changed in your safe. If you asked for nothing, change your password as a precaution.',
  endedTitle: 'This link is no longer valid',
  endedText: 'It has already been used, or the 72 hours are over. Contact support if in doubt.',
  missingText: 'If you cannot find the message, contact support.',
  toLogin: 'Sign in',
} as const satisfies Shape<typeof french.keepSecondFactor>;

export const unlockAccount = {
  askTitle: 'Open sign-in again on this device',
  askText: 'You will be able to sign in here with your password again. This link works once.',
  askSubmit: 'Open sign-in again',
  askKeep: 'Change nothing',
  openedTitle: 'You can sign in on this device again',
  openedText: 'You can sign in here with your password again.',
  toLogin: 'Sign in',
  endedTitle: 'This link is no longer valid',
  endedText:
    'It has already been used, or the 24 hours are over. You can choose a new password: sign-in then opens again everywhere.',
  missingText: 'If the link is no longer valid, choose a new password: sign-in then opens again everywhere.',
  toReset: 'Choose a new password',
} as const satisfies Shape<typeof french.unlockAccount>;

export const federatedSignIn = {
  askingTitle: 'FranceConnect sign-in',
  askingText: 'Your identity is being checked. This takes a moment.',
  linkTitle: 'Link FranceConnect to your safe',
  linkText:
    'This identity is not linked to any safe yet. Sign in once with your usual credentials: it will be linked, and you will then be able to sign in through FranceConnect.',
  linkCondition: 'The email address and the date of birth must match your account.',
  linkNone: 'No safe yet?',
  linkActivate: 'Activate my safe',
  linkCancel: 'Sign in without FranceConnect',
  linkRefused:
    'The sign-in succeeded, but the FranceConnect identity was not linked: the email address and the date of birth must match your account, and the link has to be made within ten minutes.',
  failedTitle: 'The FranceConnect sign-in did not succeed',
  failedText:
    'The email address and the date of birth must match your account. Try again, or use your email address and your password.',
  interruptedTitle: 'No FranceConnect sign-in under way',
  interruptedText: 'You left or reloaded this step, and it cannot be resumed. Start the sign-in again.',
  unreachableTitle: 'The sign-in is waiting',
  otherVersionTitle: 'Your safe is elsewhere',
  otherVersionText: 'It opens in another version of the service, which cannot be reached from here. Contact support.',
  again: 'Start again with FranceConnect',
  toLogin: 'Sign in another way',
} as const satisfies Shape<typeof french.federatedSignIn>;
