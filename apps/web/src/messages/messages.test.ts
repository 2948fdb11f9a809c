import { expect, it } from 'vitest';
import compile from 'icu-minify/compile';
import { createTranslator } from 'use-intl';
import { elides } from '../lib/i18n/elision.ts';
import { allMessages, catalogues } from './all-messages.ts';

const fr = [...allMessages.fr];
const { en } = allMessages;

/** Names of the arguments and tags of a compiled message: `[name, …]` wherever it is. */
function argumentsOf(compiled: unknown): string[] {
  if (!Array.isArray(compiled))
    return compiled && typeof compiled === 'object' ? Object.values(compiled).flatMap(argumentsOf) : [];
  return compiled.flatMap((node: unknown) => {
    if (!Array.isArray(node)) return [];
    const [name, ...others] = node as unknown[];
    return [
      ...(typeof name === 'string' ? [name] : []),
      ...others.flatMap((other) => argumentsOf(Array.isArray(other) ? [other] : other)),
    ];
  });
}

const placeholders = (message: string) => [...new Set(argumentsOf(compile(message)))].sort();

/** Elision is a matter of French. */
const common = (message: string) => String(placeholders(message).filter((name) => name !== 'elides'));

it('asks for the same in both languages', () => {
  const differing = fr.filter(([key, message]) => common(en.get(key) ?? '') !== common(message));
  expect(differing.map(([key]) => key)).toEqual([]);
  expect(fr.flatMap(([, message]) => placeholders(message))).toEqual(expect.arrayContaining(['name', 'count', 'link']));
});

it('sets French as French is: no-break spaces, curved apostrophes, no exclamation marks', () => {
  expect(fr.filter(([, message]) => / [:;?!%»]|« |'|!|\.\.\./.test(message))).toEqual([]);
  expect(fr.filter(([, message]) => /\u202f[:»]|«\u202f|\u00a0[;?%]/.test(message))).toEqual([]);
});

/** eIDAS keeps these words for trust services that a member state has listed: no seal and no timestamp here is one. */
it('calls nothing qualified or certified', () => {
  expect([...fr, ...en].filter(([, message]) => /qualifi[ée]|certifi[ée]/i.test(message))).toEqual([]);
});

it('keeps a number and what it counts on one line, in French', () => {
  const counted = /(\d|#|number\}) (?!(?:sur|et|à|au|ou|par|dans|rue|place|que|de)(?!\p{L}))\p{Ll}/u;
  expect(fr.filter(([, message]) => counted.test(message))).toEqual([]);
});

it('counts in French with the singular for zero, and in English with the plural', () => {
  const t = createTranslator({ locale: 'fr', messages: { trash: catalogues.fr.trash } });
  expect(t('trash.count', { count: 0 })).toBe('0\u00a0élément');
  expect([...en].filter(([, message]) => /=0 \{No \p{L}+(?<!s)\}/u.test(message))).toEqual([]);
});

it('agrees with none, with one and with several', () => {
  const { organising, details, sendFiles } = catalogues.fr;
  const t = createTranslator({ locale: 'fr', messages: { organising, details, sendFiles } });
  const full = (count: number) => t('organising.categoryFull', { name: 'Logement', count });
  expect(full(1)).toMatch(/1\u00a0document\. Déplacez-le ou supprimez-le, puis/);
  expect(full(2)).toMatch(/2\u00a0documents\. Déplacez-les ou supprimez-les, puis/);
  expect(t('details.inTrash', { days: 0 })).toBe('Corbeille, dernier jour');
  const limits = (left: number) => t('sendFiles.limits', { left, date: '3 mars' });
  expect(limits(0)).toBe('Plus aucun fichier ne peut être ajouté.');
  expect(limits(1)).toBe('Encore un fichier à envoyer, jusqu’au 3 mars.');
});

it('says where a full safe finds room: what is deleted counts until the trash is emptied', () => {
  expect(catalogues.fr.errors.UserSpaceStorageFull).toContain('videz la corbeille');
  expect(catalogues.en.errors.UserSpaceStorageFull).toContain('empty the trash');
  expect(catalogues.fr.profile.storageHint).toContain('corbeille');
  expect(catalogues.fr.home.storageTrash).toContain('corbeille');
});

it('elides « de » before a vowel: months tell whether, other names never follow it', () => {
  const t = createTranslator({ locale: 'fr', messages: { payslips: catalogues.fr.payslips } });
  const named = (month: string) => ({ month, elides: elides(month) });
  expect(t('payslips.open', named('avril 2026'))).toBe('Ouvrir le bulletin d’avril 2026');
  expect(t('payslips.open', named('mai 2026'))).toBe('Ouvrir le bulletin de mai 2026');
  expect(t('payslips.several', { ...named('août 2026'), count: 2 })).toMatch(/^Bulletins d’août 2026, /);
  expect(t('payslips.missing', named('février 2026'))).toBe('Bulletin de février 2026 manquant');
  const span = { from: 'octobre 2024', to: 'mars 2026', elides: elides('octobre 2024') };
  expect(t('payslips.span', span)).toBe('D’octobre 2024 à mars 2026');
  expect(fr.filter(([, message]) => /\bde \{(?!email)/i.test(message))).toEqual([]);
});

it('calls the service a « coffre-fort numérique », and what one has there a « coffre »', () => {
  expect(fr.filter(([, message]) => /coffre-fort(?! numérique)/i.test(message))).toEqual([]);
  expect(fr.some(([, message]) => message.includes('coffre-fort numérique'))).toBe(true);
});

it('says which limit of tries was met: five in an hour, or ten in a day', () => {
  for (const [locale, messages, hour, day] of [
    [
      'fr',
      catalogues.fr,
      /^Vous avez fait 5\u00a0essais\. Réessayez dans 40\u00a0minutes\.$/,
      /10\u00a0essais en 24\u00a0heures/,
    ],
    ['en', catalogues.en, /^You have made 5 attempts\. Try again in 40 minutes\.$/, /10 attempts in 24 hours/],
  ] as const) {
    const t = createTranslator({ locale, messages: { errors: { ...messages.errors } } });
    for (const code of ['VerificationCodeRateLimitExceeded', 'SecondFactorRateLimitExceeded'] as const) {
      expect(t(`errors.${code}`, { tries: 5, hours: 0, minutes: 40 })).toMatch(hour);
      expect(t(`errors.${code}`, { tries: 10, hours: 23, minutes: 1380 })).toMatch(day);
    }
  }
});

it('names the field that is required', () => {
  const french = createTranslator({ locale: 'fr', messages: { forms: catalogues.fr.forms } });
  const english = createTranslator({ locale: 'en', messages: { forms: catalogues.en.forms } });
  expect(french('forms.required', { field: 'Nom' })).toBe('Le champ «\u00a0Nom\u00a0» est obligatoire.');
  expect(english('forms.required', { field: 'Last name' })).toBe('Last name is required.');
});

it('has one word for one thing', () => {
  expect([...en].filter(([, message]) => /e-mail/i.test(message))).toEqual([]);
  expect(
    fr.filter(([, message]) => /accusé|cachet|exploitant|jeton|second facteur|deux étapes/i.test(message)),
  ).toEqual([]);
  expect([...en].filter(([, message]) => /\bSMS\b|\bhash|\btoken|second step|second factor/i.test(message))).toEqual(
    [],
  );
  for (const label of [
    catalogues.fr.activation.emailCode,
    catalogues.fr.activation.refusalCode,
    catalogues.fr.resetPassword.code,
  ])
    expect(label).toMatch(/^Code de vérification/);
  for (const label of [catalogues.fr.changeEmail.code, catalogues.fr.publicShares.code, catalogues.fr.delivery.code])
    expect(label).toMatch(/^Code de vérification/);
  expect(catalogues.fr.errors.InvalidUserPassword).toMatch(/^Mot de passe incorrect\./);
});

it('has one word for the rest of a list, and one for a way of signing in that is closed', () => {
  expect(fr.filter(([, message]) => /charger plus|verrouill/i.test(message))).toEqual([]);
  expect([...en].filter(([, message]) => /load more|\b(?:un)?locked\b/i.test(message))).toEqual([]);
  const { documents, newShare, shares, documentRequests, trash, journal } = catalogues.fr;
  const lists = [documents.loadMore, trash.loadMore, newShare.more, shares.more, documentRequests.more, journal.more];
  expect(new Set(lists)).toEqual(new Set(['Afficher la suite']));
  expect(catalogues.fr.errors.AccountLocked).toContain('la connexion par mot de passe est fermée');
  expect(catalogues.fr.journal.done.account.unlocked).toBe('La connexion par mot de passe a été rouverte.');
});

/** Without the names of what is put in: `{email}`, `{phone}`. */
const spoken = (message: string): string => message.replace(/\{\s*\w+/g, '{');

it('bans the other names of a verification code, a password that is wrong, a phone and an email', () => {
  const french = [
    /codes? (?:de (?:confirmation|validation|contrôle)|à usage unique)|code OTP/i,
    /mots? de passe(?: est| sont)? (?:erron|fau[xs]|invalide|inexact|incorrecte)|mauvais mots? de passe/i,
    /téléphones? (?:mobile|portable)s?|\bportable/i,
    /(?<![\p{L}\p{N}-])(?:e?mails?|courriels?|mél|courriers? électroniques?)(?![\p{L}\p{N}-])/iu,
  ];
  const english = [
    /(?:confirmation|validation|one-time|single-use) codes?|\bOTP\b/i,
    /invalid password|password (?:is )?(?:invalid|false)/i,
    /\b(?:mobile phones?|cell ?phones?|telephones?)\b/i,
  ];
  const faults = (messages: ReadonlyArray<readonly [string, string]>, forms: readonly RegExp[]) =>
    messages.filter(([, message]) => forms.some((form) => form.test(spoken(message))));
  expect(faults(fr, french)).toEqual([]);
  expect(faults([...en], english)).toEqual([]);
});

it('speaks of a mobile only where a text message must arrive, and of a phone elsewhere', () => {
  const bySms = [
    'forms.mobile',
    'activation.refusalPhoneHint',
    'activation.profileText',
    'delivery.noMobile',
    'newShare.phoneOf',
    'profile.contactText',
  ];
  for (const messages of Object.values(allMessages)) {
    const spokenOf = [...messages].filter(([, message]) => /\bmobiles?\b/i.test(spoken(message)));
    expect(spokenOf.map(([path]) => path).sort()).toEqual(bySms.toSorted());
  }
  expect(catalogues.fr.profile.phone).toBe('Téléphone');
  expect(catalogues.fr.activation.phone).toBe('Téléphone');
});

it('writes sizes in the units of its language', () => {
  expect(fr.filter(([, message]) => /[\d}#][\s\u00a0\u202f](?:[kKMG]B|K[oO]|[KMG]i[oB])\b/.test(message))).toEqual([]);
  expect([...en].filter(([, message]) => /[\d}#][\s\u00a0](?:[kKMG]o|[KMG]iB)\b/.test(message))).toEqual([]);
  expect(fr.some(([, message]) => message.includes('100\u00a0Mo'))).toBe(true);
});

it('does not say in English what no English person says', () => {
  const stiff = /\bgive up\b|you have no collector|no month is missing|do not use that of another/i;
  expect([...en].filter(([, message]) => stiff.test(message))).toEqual([]);
});

it('gives a button a name that holds the words on it (WCAG 2.5.3)', () => {
  for (const messages of Object.values(allMessages)) {
    const pairs = [...messages].flatMap(([path, name]) => {
      const words = path.endsWith('Named') ? messages.get(path.slice(0, -'Named'.length)) : undefined;
      return words === undefined || name.endsWith('.') ? [] : [{ path, words, name }];
    });
    expect(pairs.length).toBeGreaterThan(10);
    for (const { path, words, name } of pairs) expect(name.toLowerCase(), path).toContain(words.toLowerCase());
  }
});

it('says to a visitor what to do about a document that cannot be opened', () => {
  expect(catalogues.fr.errors.EncryptionError).toMatch(/Réessayez, ou prévenez son expéditeur\.$/);
  expect(catalogues.en.errors.EncryptionError).toMatch(/Try again, or let its sender know\.$/);
});

it('says where a password is chosen after a takeover, and at each reset, that the former one must not be used again', () => {
  for (const { undoEmailChange, undoSecondFactor } of [catalogues.fr, catalogues.en])
    for (const { undoneText } of [undoEmailChange, undoSecondFactor])
      expect(undoneText).toMatch(/ne reprenez pas l’ancien|do not use the old one again/);
  expect(catalogues.fr.resetPassword.passwordText).toContain('qu’il ne faut pas reprendre');
  expect(catalogues.en.resetPassword.passwordText).toContain('which must not be used again');
});

it('says to an owner and to a visitor that a paper has too many pages to be marked', () => {
  const { fr, en } = catalogues;
  for (const { limits } of [fr, en])
    for (const sentence of [limits.markedPages, limits.markedPapers])
      expect(sentence).toMatch(/(filigrane|watermark).*\{max, number\}/);
  expect(fr.limits.markedPapers).toMatch(/Retirez ce document du partage, ou partagez sans filigrane\.$/);
  expect(en.limits.markedPages).toMatch(/Let its sender know\.$/);
});
