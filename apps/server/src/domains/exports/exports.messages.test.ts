import { describe, expect, it } from 'vitest';
import { exportMails } from './exports.messages.ts';

const exportUrl = 'https://safe.example/account/export';
const ready = {
  ...{ documentCount: 23, availableUntil: new Date('2026-12-04T10:00:00Z'), timestampedAt: new Date() },
  ...{ documentUrls: [] as string[], exportUrl },
};
const urls = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://safe.example/documents?document=d${index + 1}.`);

const failures = {
  SafeboxIdNotFound: ['Le coffre n’existe plus.', 'The safe no longer exists.'],
  StreamExtractBytesError: [
    'Le contenu des documents n’a pas pu être lu.',
    'The content of the documents could not be read.',
  ],
  WritingTmpFileError: [
    'L’archive n’a pas pu être écrite, faute de place ou à cause d’un incident technique.',
    'The archive could not be written, for lack of space or because of a technical fault.',
  ],
} as const;

describe('the mail of a failed export', () => {
  it.each(Object.keys(failures) as Array<keyof typeof failures>)('says why, in either language: %s', (failure) => {
    const [fr, en] = [exportMails.fr.failed({ failure, exportUrl }), exportMails.en.failed({ failure, exportUrl })];
    expect([fr.subject, en.subject]).toEqual(['Votre export a échoué', 'Your export failed']);
    for (const [mail, words] of [
      [fr, [failures[failure][0], 'cette demande n’est pas comptée', exportUrl]],
      [en, [failures[failure][1], 'this request is not counted', exportUrl]],
    ] as const)
      for (const part of words) for (const form of [mail.text, mail.html]) expect(form).toContain(part);
  });
});

describe('the mail of an export that is ready', () => {
  it.each([
    [
      'fr',
      'Votre export est prêt',
      'Les 23\u00a0documents de votre coffre',
      '4 décembre 2026 à 11:00 (heure de Paris)',
      'n’est pas horodatée',
    ],
    [
      'en',
      'Your export is ready',
      'The 23 documents of your safe',
      '4 December 2026 at 11:00 (Paris time)',
      'but not timestamped',
    ],
  ] as const)('says what is in it and until when, in either language: %s', (locale, subject, count, day, unstamped) => {
    const mail = exportMails[locale].ready(ready);
    expect(mail.subject).toBe(subject);
    for (const part of [count, day, exportUrl]) expect(mail.text).toContain(part);
    expect(mail.text).not.toContain(unstamped);
    expect(exportMails[locale].ready({ ...ready, timestampedAt: null }).text).toContain(unstamped);
  });

  it.each([
    [
      'fr',
      'Un document n’est pas dans l’archive',
      'documents ne sont pas dans l’archive',
      'La page de vos exports les nomme tous.',
    ],
    [
      'en',
      'One document is not in the archive',
      'documents are not in the archive',
      'The page of your exports names them all.',
    ],
  ] as const)('names twenty damaged documents, and says where all are named: %s', (locale, one, several, others) => {
    const textOf = (count: number) => exportMails[locale].ready({ ...ready, documentUrls: urls(count) }).text;
    const named = (count: number) => urls(99).filter((url) => textOf(count).includes(url));
    for (const count of [1, 20, 21]) expect(named(count)).toEqual(urls(Math.min(count, 20)));
    expect(textOf(1)).toContain(one);
    for (const count of [20, 21]) expect(textOf(count)).toMatch(new RegExp(`\\n${count}\\s${several}`));
    expect(textOf(20)).not.toContain(others);
    expect(textOf(21)).toContain(others);
    expect(textOf(0)).not.toMatch(new RegExp(`${one}|${several}|${others}`));
  });
});
