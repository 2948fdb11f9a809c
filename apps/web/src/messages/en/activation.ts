import type { activation as french } from '../fr/activation.ts';
import type { Shape } from '../messages.ts';

export const activation = {
  title: 'Activate my safe',
  stepDelivery: 'Payslips',
  stepCode: 'Activation code',
  stepEmail: 'Email address',
  stepProfile: 'Information',
  stepPassword: 'Password',
  back: 'Back',
  next: 'Continue',
  haveAccount: 'Do you already have a safe?',
  signIn: 'Sign in',
  expired: 'This activation expired after one hour. Enter your code again; the rest has been kept.',

  deliveryTitle: 'Receiving your payslips',
  deliveryText: 'Choose how your employer gives them to you. You can change your mind at any time.',
  deliveryLabel: 'Delivery',
  electronic: 'Electronically, in my safe',
  electronicText: 'Your payslips arrive in a personal safe, kept for 50 years, even if you change employer.',
  refuse: 'Refuse, and receive them on paper',
  refuseText: 'Your employer goes on giving them to you on paper.',
  terms: 'I accept the <link>terms of use</link> of the safe.',

  refusalTitle: 'Keeping your payslips on paper',
  refusalText:
    'Send your refusal in writing to your employer, who must take it into account. It takes effect within three months.',
  refusalLater:
    'As long as you do not activate your safe, nobody else can open it. Your activation code stays valid for 90 days.',
  refusalBack: 'Back to the choice',

  codeTitle: 'Enter your activation code',
  codeText: 'Your employer gave it to you by post, email or text message.',
  code: 'Activation code',
  codeHint: '12 letters and digits',
  lastName: 'Last name',
  lastNameHint: 'As it stands on your payslips',
  birthDate: 'Date of birth',
  noCode: 'I do not have my code',

  resendTitle: 'Get a new code',
  resendText: 'It will be sent to the email address or number that your employer knows, and replaces the one before.',
  resendEmail: 'Email address known to your employer',
  resendPhone: 'or phone number known to your employer',
  resendSubmit: 'Send a new code',
  resendDone: 'If this information matches a record, a new code has just been sent to you.',

  emailTitle: 'Your personal address',
  emailText: 'You will sign in with it. Choose an address that you will keep if you leave {employer}.',
  email: 'Personal email address',
  emailSubmit: 'Get a code',
  emailInvite: 'A safe already exists with this address. Sign in, or use another address.',

  warningTitle: 'Is this really a personal address?',
  warningText:
    '“{domain}” is not one of the usual personal mail services. If this address depends on an employer, you will lose access to your safe when you leave.',
  warningConfirm: 'Yes, keep this address',
  warningCancel: 'Change the address',

  emailCodeTitle: 'Verify your address',
  emailCodeText: 'A 6-digit code was sent to {email}. It is valid for 10 minutes.',
  emailCode: 'Code received by email',
  emailCodeSubmit: 'Verify',
  emailCodeResend: 'Send the code again',
  emailCodeWait: 'Send the code again in {seconds, number} s',
  emailCodeSent: 'A new code was sent to you.',
  emailChange: 'Change the address',

  profileTitle: 'Complete your information',
  profileText: 'It stays in your safe. Your phone is used to send you verification codes.',
  firstName: 'First name',
  phone: 'Mobile phone',
  address: 'Address',
  postalCode: 'Postal code',
  city: 'City',
  country: 'Country',

  passwordTitle: 'Choose your password',
  passwordText: 'It protects your safe. Do not use that of another service.',
  password: 'Password',
  confirmation: 'Confirm the password',
  ruleLength: 'At least 12 characters',
  ruleUppercase: 'One uppercase letter',
  ruleLowercase: 'One lowercase letter',
  ruleDigit: 'One digit',
  ruleSpecials: 'Two special characters',
  passwordSubmit: 'Open my safe',

  successTitle: 'Your safe is open',
  successText: 'You will sign in with {email}.',
  recovering: 'Recovering your documents',
  recovered: '{recovered, number} of {total, number}',
  recoveringText: 'The documents that your employer kept for you are arriving in your safe. It takes a few moments.',
  recoveredAll:
    '{total, plural, =0 {Your safe is ready.} one {One document has arrived in your safe.} other {# documents have arrived in your safe.}}',
  enter: 'Enter my safe',
  enterNow: 'Enter without waiting',
} as const satisfies Shape<typeof french>;
