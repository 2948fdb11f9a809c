import { expect, it } from 'vitest';
import { renderMail } from './layout.ts';

const content = {
  locale: 'fr',
  subject: 'Votre code',
  title: 'Confirmer votre adresse',
  paragraphs: ['Saisissez ce code.'],
  code: '482913',
  action: { label: 'Ouvrir le coffre', url: 'https://perenne.example/a?b=1&c=2' },
  notes: ['Il est valable 10 minutes.'],
  links: [{ label: 'Ne plus rien recevoir', url: 'https://perenne.example/block#token=a&scope=ALL' }],
} as const;

it('says the same in both forms, in the language of the reader', () => {
  const { subject, text, html } = renderMail(content);
  expect(subject).toBe('Votre code');
  for (const words of [content.title, ...content.paragraphs, '482913', 'Ouvrir le coffre', ...content.notes]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
  expect(text).toContain(content.action.url);
  expect(html).toContain('href="https://perenne.example/a?b=1&amp;c=2"');
  expect(text).toContain('Ne plus rien recevoir\nhttps://perenne.example/block#token=a&scope=ALL');
  expect(html).toContain('href="https://perenne.example/block#token=a&amp;scope=ALL"');
  expect(html).toContain('<html lang="fr"');
  expect(renderMail({ ...content, locale: 'en' }).html).toContain('<html lang="en"');
});

it('shows what people typed, and runs none of it', () => {
  const hostile = `<img src=x onerror="alert('1')">`;
  const { html } = renderMail({
    ...content,
    title: hostile,
    paragraphs: [hostile],
    notes: [hostile],
    subject: hostile,
  });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;');
});

it('keeps a subject on one line', () => {
  expect(renderMail({ ...content, subject: 'Votre\r\nBcc: eve@example.org' }).subject).toBe(
    'Votre Bcc: eve@example.org',
  );
});

it('loads nothing from anywhere', () => {
  expect(renderMail(content).html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/);
});

it('leaves no trace of parts that are not there', () => {
  const { html, text } = renderMail({ locale: 'fr', subject: 's', title: 't', paragraphs: ['p'] });
  expect(html).not.toMatch(/undefined|<a /);
  expect(text).not.toContain('undefined');
});
