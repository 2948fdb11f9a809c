import { describe, expect, it } from 'vitest';
import { segmentsOf } from '../../testing/fakes/sms-segments.ts';
import { activationMails, activationTexts } from './activation.messages.ts';
import { agreementMails, agreementTexts } from './agreements/agreement.messages.ts';

const code = '7K3M-9PQX-2B4D';

describe.each(['fr', 'en'] as const)('in %s', (locale) => {
  it('sends a code by mail, its subject without any detail', () => {
    const { subject, text, html } = activationMails[locale].emailCode('482913');
    expect(subject).not.toMatch(/\d/);
    for (const body of [text, html]) expect(body).toContain('482913');
  });

  it('sends an activation code with the page where it is typed', () => {
    const { subject, text, html } = activationMails[locale].activationCode(code, 'https://safe.example/activation');
    expect(subject).not.toContain(code);
    for (const body of [text, html]) {
      expect(body).toContain(code);
      expect(body).toContain('https://safe.example/activation');
    }
  });

  it.each([
    ['an activation code', activationTexts[locale].activationCode(code), code],
    ['the code of a refusal', activationTexts[locale].refusalCode('482913'), '482913'],
    ['the code of an agreement', agreementTexts[locale].agreementCode('482913'), '482913'],
  ])('sends %s in one SMS, in the alphabet of GSM 7', (_, text, sent) => {
    expect(segmentsOf(text)).toEqual({ encoding: 'GSM-7', segments: 1 });
    expect(text).toContain(sent);
  });

  it('confirms a choice about payslips with its legal date, its subject without any detail', () => {
    const chosenAt = new Date('2026-11-21T10:40:05Z');
    const choice = { employerName: 'Ateliers <Martin>', chosenAt, pageUrl: 'https://safe.example/account' };
    const latest = { fr: '21 février 2027', en: '21 February 2027' }[locale];
    for (const mail of [agreementMails[locale].refused(choice), agreementMails[locale].accepted(choice)]) {
      expect(mail.subject).not.toContain('Martin');
      for (const body of [mail.text, mail.html])
        for (const part of [latest, '11:40:05', choice.pageUrl]) expect(body).toContain(part);
      expect(mail.text).toContain('Ateliers <Martin>');
      expect(mail.html).toContain('Ateliers &lt;Martin&gt;');
    }
  });
});

it('writes French with its apostrophes and spaces', () => {
  const texts = [
    activationMails.fr.emailCode('482913').text,
    activationMails.fr.activationCode(code, 'https://safe.example').text,
    agreementMails.fr.refused({ employerName: 'X', chosenAt: new Date(0), pageUrl: 'https://safe.example' }).text,
    agreementMails.fr.accepted({ employerName: 'X', chosenAt: new Date(0), pageUrl: 'https://safe.example' }).text,
  ].join('\n');
  expect(texts).not.toMatch(/\p{L}'\p{L}/u);
  expect(texts).not.toMatch(/ [;:!?»]|« |!/);
});
