import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { closingMails } from './closing/closing.messages.ts';
import { deviceMails } from './sessions/devices.messages.ts';
import { emailChangeMails } from './email/email-change.messages.ts';
import { secondFactorMails } from './second-factor/second-factor.messages.ts';
import { takeoverMails } from './takeover/takeover.messages.ts';
import { unlockMails } from './password/password-tries/unlock.messages.ts';
import { passwordMails, passwordTexts } from './password/password.messages.ts';

// Its build is CommonJS, which exports no names to `import`.
const require = createRequire(import.meta.url);
const { SegmentedMessage } = require('sms-segments-calculator') as typeof import('sms-segments-calculator');

const code = '482913';
const at = '21 novembre 2026 à 12:03';
const url = 'https://safe.example/page#token=abc';

const mailsIn = (locale: 'fr' | 'en') => {
  const device = { at, browser: 'Firefox', system: 'Windows', devicesUrl: url, resetUrl: url };
  return {
    resetCode: passwordMails[locale].resetCode(code, url),
    undone: takeoverMails[locale].undone(url),
    factorCode: secondFactorMails[locale].code(code),
    changedFactor: secondFactorMails[locale].changed('totpAdded', at, url),
    lockedWay: unlockMails[locale].closed({ unlockUrl: url, resetUrl: url }),
    changedPassword: passwordMails[locale].changed(at, { undoUrl: url, resetUrl: url }),
    emailCode: emailChangeMails[locale].code(code),
    changedEmail: emailChangeMails[locale].changed(at, url),
    confirmedEmail: emailChangeMails[locale].confirmed(at),
    undoneEmail: emailChangeMails[locale].undone(at, url),
    withdrawn: emailChangeMails[locale].withdrawn(at),
    newDevice: deviceMails[locale].newDevice(device),
    closing: closingMails[locale].closing(at, url),
    cancelled: closingMails[locale].cancelled(),
    closed: closingMails[locale].closed(),
  };
};

describe.each(['fr', 'en'] as const)('in %s', (locale) => {
  it.each(Object.entries(mailsIn(locale)))(
    '%s says the same in text and in HTML, its subject without any detail',
    (_name, mail) => {
      expect(mail.subject).not.toMatch(/\d|@/);
      expect(mail.subject.length).toBeLessThan(60);
      const [title = ''] = mail.text.split('\n');
      expect(mail.html).toContain(title);
      for (const detail of [code, url]) expect(mail.html.includes(detail)).toBe(mail.text.includes(detail));
    },
  );

  it('sends a reset code in one SMS, in the alphabet of GSM 7', () => {
    const text = passwordTexts[locale].resetCode(code);
    const { encodingName, segmentsCount } = new SegmentedMessage(text);
    expect([encodingName, segmentsCount]).toEqual(['GSM-7', 1]);
    expect(text).toContain(code);
  });
});

it('writes French with its apostrophes and spaces', () => {
  const texts = Object.values(mailsIn('fr'))
    .map(({ text, subject }) => `${subject}\n${text}`)
    .join('\n');
  expect(texts).not.toMatch(/\p{L}'\p{L}/u);
  expect(texts).not.toMatch(/ [;:!?»]|« |!/);
});
