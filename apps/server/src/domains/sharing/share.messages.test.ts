import { expect, it } from 'vitest';
import { segmentsOf } from '../../testing/fakes/sms-segments.ts';
import { codeTexts, recipientMails } from './share.messages.ts';

it.each(['fr', 'en'] as const)('texts a code in one SMS: %s', (locale) => {
  expect(segmentsOf(codeTexts[locale]('123456'))).toEqual({ encoding: 'GSM-7', segments: 1 });
});

it.each(['fr', 'en'] as const)('escapes what a sender has typed, and keeps a subject free of it: %s', (locale) => {
  const told = { sender: 'A <b>', title: '<script>', message: '<img src=x>\n\n& fin', link: 'https://safe.example/x' };
  const block = { SENDER: 'https://safe.example/b', ALL: 'https://safe.example/b' };
  const { subject, html, text } = recipientMails[locale].invitation({ ...told, block, expiresAt: new Date(0) });
  expect(subject).not.toMatch(/[<&]|script/);
  expect(html).not.toMatch(/<script>|<img|A <b>/);
  expect(text).toContain('& fin');
});
