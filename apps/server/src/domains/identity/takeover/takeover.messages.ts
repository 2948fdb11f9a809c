import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

export const takeoverMails = {
  fr: {
    phoneChanged: (at, undoUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre numéro de téléphone a changé',
        title: 'Votre numéro de téléphone a changé',
        paragraphs: [
          `Le numéro de téléphone de votre coffre a été remplacé le ${at}. Les codes par SMS iront au nouveau numéro.`,
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, annulez ce changement sans attendre\u00a0: l’ancien numéro sera rétabli, tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
        ],
        action: { label: 'Annuler le changement', url: undoUrl },
        notes: ['Ce lien est valable 72\u00a0heures et ne sert qu’une fois.'],
      }),
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
    phoneChanged: (at, undoUrl) =>
      renderMail({
        locale: 'en',
        subject: 'Your phone number has changed',
        title: 'Your phone number has changed',
        paragraphs: [
          `The phone number of your safe was replaced on ${at}. Codes by text message will go to the new number.`,
          'If it was you, there is nothing to do.',
          'If it was not you, undo this change at once: the old number will be restored, every device will be signed out, and you will choose a new password.',
        ],
        action: { label: 'Undo the change', url: undoUrl },
        notes: ['This link is valid for 72 hours and works once.'],
      }),
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
} satisfies Record<
  Locale,
  {
    undone(resetUrl: string): Mail;
    /** To every address known. `at` as it is written in that language. */
    phoneChanged(at: string, undoUrl: string): Mail;
  }
>;
