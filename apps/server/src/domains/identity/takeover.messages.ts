import type { Locale } from '../../platform/http/locale.ts';
import { renderMail } from '../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

export const takeoverMails = {
  fr: {
    undone: (resetUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Un changement a été annulé',
        title: 'Le changement a été annulé',
        paragraphs: [
          'Tous les appareils ont été déconnectés, et les moyens de connexion ajoutés depuis ont été retirés.',
          'Par précaution, votre mot de passe n’ouvre plus votre coffre\u00a0: choisissez-en un nouveau.',
        ],
        action: { label: 'Choisir un nouveau mot de passe', url: resetUrl },
      }),
  },
  en: {
    undone: (resetUrl) =>
      renderMail({
        locale: 'en',
        subject: 'A change was undone',
        title: 'The change was undone',
        paragraphs: [
          'Every device has been signed out, and the ways of signing in that were added since have been removed.',
          'As a precaution, your password no longer opens your safe: choose a new one.',
        ],
        action: { label: 'Choose a new password', url: resetUrl },
      }),
  },
} satisfies Record<Locale, { undone(resetUrl: string): Mail }>;
