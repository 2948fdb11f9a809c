import type { papers as french } from '../fr/papers.ts';
import type { Shape } from '../messages.ts';

export const papers = {
  validity: 'Validity',
  validUntil: 'Valid until {date}',
  noDate: 'Enter the date until which this paper is valid: you will be reminded in time to renew it.',
  extended:
    'If this card was issued to an adult, it stays valid in France until {date}: its validity was extended from 10 to 15 years.',
  reminders:
    'A reminder is sent to you six months, two months and one week before that date. The document stays in your safe afterwards.',
  remindersOver: 'No more reminders will be sent to you. The document stays in your safe.',
  giveDate: 'Enter the date',
  readDate: 'Date read in the document: {date}',
  readHint: 'This date is saved only if you confirm it.',
  readNotice: 'According to its text, this paper is valid until {date}.',
  checkDate: 'Check',
  confirmDate: 'Confirm this date',
  correctDate: 'Correct',
  changeDate: 'Change the date',
  removeDate: 'Remove the date',
  dialogTitle: 'End of validity',
  dateLabel: 'Valid until',
  dateHint: 'The date printed on the paper.',
  dateHintCard: 'The date printed on the card, even if its validity was extended.',
  keepDate: 'Save',
  dateKept: 'Date saved. You will be reminded in time.',
  dateKeptOver: 'Date saved. It is in the past: you will get no reminders.',
  dateRemoved: 'Date removed. You will get no more reminders.',
  askDate: 'Until when is this paper valid?',
  remindersTitle: 'To renew',
  expiresOn: 'Expires on {date}',
  expiredOn: 'Expired on {date}',
  extendedShort: 'Extended until {date} if it was issued to an adult',
  over: 'Expired',
  toCheck: 'To check',
  inDays: '{days, plural, =0 {today} one {tomorrow} other {in # days}}',
  inMonths: '{months, plural, one {in a month} other {in # months}}',
} as const satisfies Shape<typeof french>;
