import { createCategory, createFolder } from '@perenne/contract/arranging';
import { createCollector } from '@perenne/contract/collectors';
import { createDocumentRequest } from '@perenne/contract/document-requests';
import { patchDocument } from '@perenne/contract/documents';
import { profileFields } from '@perenne/contract/identity';
import { brokenRules } from '@perenne/contract/issues';
import { renamePasskey } from '@perenne/contract/second-factor';
import { createShare } from '@perenne/contract/shares';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { faultOf } from './form-faults.ts';
import { waitOf } from '../api/error-message.ts';
import { groupPhone } from '../../ui/fields/phone-grouping.ts';
import { placeCaret } from '../../ui/fields/caret.ts';
import { groupActivationCode } from '../../ui/fields/activation-code-grouping.ts';
import { scaleSize } from '../i18n/formats.ts';
import { isFrenchMobile, isFrenchPhone, showPhone } from '../i18n/french-phone.ts';
import { isPersonalAddress } from './personal-address.ts';

it('scales sizes by powers of 1,000', () => {
  expect(scaleSize(999)).toEqual({ value: 999, unit: 0 });
  expect(scaleSize(1_000)).toEqual({ value: 1, unit: 1 });
  expect(scaleSize(86_400)).toEqual({ value: 86.4, unit: 1 });
  expect(scaleSize(10_000_000_000)).toEqual({ value: 10, unit: 3 });
});

describe('isFrenchPhone', () => {
  it.each([
    '06 12 34 56 78',
    '0612345678',
    '+33 6 12 34 56 78',
    '0033612345678',
    '+33 (0)6 12 34 56 78',
    '+262 692 12 34 56',
  ])('takes %s', (typed) => expect(isFrenchPhone(typed)).toBe(true));
  it.each(['', '123', '+44 20 7946 0000', '06 12 34 56 7', '00 12 34 56 78'])('refuses “%s”', (typed) =>
    expect(isFrenchPhone(typed)).toBe(false),
  );
});

describe('isFrenchMobile', () => {
  it.each([
    '06 12 34 56 78',
    '0712345678',
    '+33 (0)6 12 34 56 78',
    '+262 692 12 34 56',
    '0690 12 34 56',
    '+689 87 12 34 56',
  ])('takes %s', (typed) => expect(isFrenchMobile(typed)).toBe(true));
  it.each(['01 23 45 67 89', '+33 1 23 45 67 89', '09 72 12 34 56', '+262 262 12 34 56', '06 12', '+44 7911 123456'])(
    'refuses “%s”',
    (typed) => expect(isFrenchMobile(typed)).toBe(false),
  );
});

describe('isPersonalAddress', () => {
  it.each(['a@gmail.com', 'a@Orange.fr', 'a@yahoo.co.uk', 'a@outlook.fr', 'a@laposte.net'])('knows %s', (address) =>
    expect(isPersonalAddress(address)).toBe(true),
  );
  it.each(['a@atelier-morvan.fr', 'a@outlook.evil.example', 'a@gmail.com.example', 'a@live.office.example'])(
    'doubts %s',
    (address) => expect(isPersonalAddress(address)).toBe(false),
  );
});

it.each([
  [1, { minutes: 1, hours: 0 }],
  [3_540, { minutes: 59, hours: 0 }],
  [5_400, { minutes: 90, hours: 0 }],
  [23 * 3_600 - 5, { minutes: 1_380, hours: 23 }],
])('says %d seconds in minutes, then in hours', (seconds, wait) => expect(waitOf(seconds)).toEqual(wait));

it('groups a phone number while it is typed, and leaves what is not French alone', () => {
  expect(groupPhone('0612345678')).toBe('06 12 34 56 78');
  expect(groupPhone('+33612345678')).toBe('+33 6 12 34 56 78');
  expect(groupPhone('+44 20')).toBe('+44 20');
});

it.each([
  ['a letter deleted in the middle', { before: 'ABCD-1', value: 'ABCD-134E-FGH', isForward: false }, 6],
  ['a letter typed before a separator', { before: 'ABCD5', value: 'ABCD-5123-4EFG', isForward: false }, 6],
  ['a separator deleted backwards', { before: 'ABCD', value: 'ABCD-1234', isForward: false }, 4],
  ['a separator deleted forwards', { before: 'ABCD', value: 'ABCD-1234', isForward: true }, 5],
  ['a digit of a number', { before: '+33 61', value: '+33 6 12 34', isForward: false }, 7],
  ['the last letter', { before: 'abcd-', value: 'ABCD', isForward: false }, 4],
])('leaves the caret where the hand is: %s', (_, regrouped, caret) => expect(placeCaret(regrouped)).toBe(caret));

it('shows a stored number as French people write it', () => {
  expect(showPhone('+33612345678')).toBe('06 12 34 56 78');
  expect(showPhone('+262692123456')).toBe('+262 692 12 34 56');
  expect(showPhone('06 12 34 56 78')).toBe('06 12 34 56 78');
});

it('groups an activation code by four, in capitals', () => {
  expect(groupActivationCode('abcd 1234-efgh99')).toBe('ABCD-1234-EFGH');
});

it('knows the rule that forbidden characters break, of a title and of a folder’s name', () => {
  const faultIn = (parsed: ReturnType<typeof patchDocument.body.safeParse>) =>
    parsed.error && brokenRules(parsed.error).map(({ rule, bounds }) => faultOf(rule, bounds));
  const told = [{ rule: 'characters', bounds: {} }];
  expect(faultIn(patchDocument.body.safeParse({ title: 'bail\u202efdp' }))).toEqual(told);
  expect(faultIn(patchDocument.body.safeParse({ title: 'bail\tsuite' }))).toEqual(told);
  for (const title of ['\u0007', '\u3164\ud800'])
    expect(faultIn(patchDocument.body.safeParse({ title }))).toEqual(told);
  const name = createFolder.body.safeParse({ name: 'baux\u2028fdp', categoryId: crypto.randomUUID() });
  expect(name.error && brokenRules(name.error).map(({ rule }) => faultOf(rule).rule)).toEqual(['characters']);
});

describe.each([
  ['spaces', ' \u00a0\u3000 '],
  ['a zero-width space', '\u200b'],
  ['fillers of Hangul', '\u115f\u1160\u3164\uffa0'],
  ['an empty pattern of Braille', '\u2800'],
  ['soft hyphens and selectors of variants', '\u00ad\ufe0f\u{e0100}'],
  ['an anchor after a filler', '\u3164\ufff9'],
])('a text of which nothing shows: %s', (_what, text) => {
  it.each([
    ['the title of a document', patchDocument.body.shape.title],
    ['the name of a folder', createFolder.body.options[0].shape.name],
    ['the title of a category', createCategory.body.shape.title],
    ['the name of a collector', createCollector.body.shape.accountName],
    ['the title of a share', createShare.body.options[1].shape.title],
    ['the title of a request', createDocumentRequest.body.shape.title],
    ['the name of a passkey', renamePasskey.body.shape.name],
    ['a first name', profileFields.firstName],
  ])('is refused as an empty one is, as %s', (_where, schema) => {
    const faultsOf = (given: string) => brokenRules(schema.safeParse(given).error ?? new ZodError([]));
    expect(faultsOf(text)).toEqual([{ rule: 'required', bounds: {} }]);
    expect(faultsOf('')).toEqual(faultsOf(text));
  });

  it('is none where the text may be left out', () => {
    const { message, title } = createDocumentRequest.body.shape;
    expect(message.parse(text)).toBeUndefined();
    expect(message.parse(`${text}\n${text}`)).toBeUndefined();
    expect(() => message.parse(`${text}\u0007`)).toThrow('characters');
    expect(profileFields.city.parse(text)).toBe('');
    expect(title.parse(`Bail${text}`)).toBe(`Bail${text}`.trim());
  });
});
