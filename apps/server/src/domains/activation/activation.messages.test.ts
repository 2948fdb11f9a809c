import { describe, expect, it } from 'vitest';
import { activationMails, activationTexts } from './activation.messages.ts';

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

  it('sends an activation code in one SMS, in the alphabet of GSM 7', () => {
    const text = activationTexts[locale].activationCode(code);
    expect(text).toMatch(/^[A-Za-z0-9 .,:éèàù-]{1,160}$/);
    expect(text).toContain(code);
  });
});

it('writes French with its apostrophes and spaces', () => {
  const texts = [
    activationMails.fr.emailCode('482913').text,
    activationMails.fr.activationCode(code, 'https://safe.example').text,
  ].join('\n');
  expect(texts).not.toMatch(/\p{L}'\p{L}/u);
  expect(texts).not.toMatch(/ [;:!?»]|« |!/);
});
