import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

/** No mail names the other address: who reads the old mailbox may be an employer, and the new one a stranger. */
type EmailChangeMails = {
  code(code: string): Mail;
  /** To the address before. `at` as it is written in that language. */
  changed(at: string, undoUrl: string): Mail;
  /** To the address before, where it may not sign in: nothing brings it back. */
  changedForGood(at: string): Mail;
  /** To an address that was the login earlier; the link brings it back. */
  changedAgain(at: string, undoUrl: string): Mail;
  /** To the address that is now the login. */
  confirmed(at: string): Mail;
  /** To the address that is the login again. */
  undone(at: string, resetUrl: string): Mail;
  /** To the address that is the login no more. */
  withdrawn(at: string): Mail;
};

export const emailChangeMails = {
  fr: {
    code: (code) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre code de vérification',
        title: 'Confirmez votre nouvelle adresse e-mail',
        paragraphs: ['Saisissez ce code dans votre coffre. Vous vous connecterez ensuite avec cette adresse.'],
        code,
        notes: [
          'Ce code est valable 10\u00a0minutes et ne sert qu’une fois.',
          'Si vous n’avez rien demandé, ignorez ce message.',
        ],
      }),
    changed: (at, undoUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre adresse de connexion a changé',
        title: 'Votre adresse de connexion a changé',
        paragraphs: [
          `Le ${at}, une autre adresse e-mail a remplacé celle-ci pour la connexion à votre coffre.`,
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, annulez ce changement\u00a0: vous vous connecterez de nouveau avec cette adresse, tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
        ],
        action: { label: 'Annuler le changement', url: undoUrl },
        notes: ['Ce lien est valable 72\u00a0heures et ne sert qu’une fois.'],
      }),
    changedForGood: (at) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre adresse de connexion a changé',
        title: 'Votre adresse de connexion a changé',
        paragraphs: [
          `Le ${at}, une autre adresse e-mail a remplacé celle-ci pour la connexion à votre coffre.`,
          'Cette adresse ne peut plus servir à vous connecter\u00a0: ce message ne contient donc aucun lien pour annuler le changement.',
          'Si ce n’est pas vous, contactez l’assistance sans attendre.',
        ],
      }),
    changedAgain: (at, undoUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre adresse de connexion a changé',
        title: 'Votre adresse de connexion a encore changé',
        paragraphs: [
          `Le ${at}, l’adresse e-mail de connexion à votre coffre, qui avait remplacé celle-ci, a été changée à son tour.`,
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, annulez ces changements\u00a0: vous vous connecterez de nouveau avec cette adresse, tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
        ],
        action: { label: 'Annuler les changements', url: undoUrl },
        notes: [
          'C’est le lien de notre premier message à cette adresse\u00a0: il est valable 72\u00a0heures à partir du premier changement et ne sert qu’une fois.',
        ],
      }),
    confirmed: (at) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre adresse de connexion a changé',
        title: 'Vous vous connectez désormais avec cette adresse',
        paragraphs: [
          `Depuis le ${at}, vous vous connectez à votre coffre avec cette adresse e-mail.`,
          'Vos autres appareils ont été déconnectés.',
        ],
      }),
    undone: (at, resetUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Le changement d’adresse de connexion a été annulé',
        title: 'Vous vous connectez de nouveau avec cette adresse',
        paragraphs: [
          `Le changement a été annulé le ${at}. Tous les appareils ont été déconnectés.`,
          'Par précaution, votre mot de passe n’ouvre plus votre coffre\u00a0: choisissez-en un nouveau.',
        ],
        action: { label: 'Choisir un nouveau mot de passe', url: resetUrl },
      }),
    withdrawn: (at) =>
      renderMail({
        locale: 'fr',
        subject: 'Le changement d’adresse de connexion a été annulé',
        title: 'Vous ne vous connectez plus avec cette adresse',
        paragraphs: [
          `Le changement a été annulé le ${at}, depuis l’adresse e-mail précédente.`,
          'Tous les appareils ont été déconnectés.',
        ],
      }),
  },
  en: {
    code: (code) =>
      renderMail({
        locale: 'en',
        subject: 'Your verification code',
        title: 'Confirm your new email address',
        paragraphs: ['Enter this code in your safe. You will then sign in with this address.'],
        code,
        notes: ['This code is valid for 10 minutes and works once.', 'If you asked for nothing, ignore this message.'],
      }),
    changed: (at, undoUrl) =>
      renderMail({
        locale: 'en',
        subject: 'Your sign-in address has changed',
        title: 'Your sign-in address has changed',
        paragraphs: [
          `On ${at}, another email address replaced this one for signing in to your safe.`,
          'If it was you, there is nothing to do.',
          'If it was not you, undo this change: you will sign in with this address again, every device will be signed out, and you will choose a new password.',
        ],
        action: { label: 'Undo the change', url: undoUrl },
        notes: ['This link is valid for 72 hours and works once.'],
      }),
    changedForGood: (at) =>
      renderMail({
        locale: 'en',
        subject: 'Your sign-in address has changed',
        title: 'Your sign-in address has changed',
        paragraphs: [
          `On ${at}, another email address replaced this one for signing in to your safe.`,
          'This address can no longer sign in, so this message has no link that undoes the change.',
          'If it was not you, contact support at once.',
        ],
      }),
    changedAgain: (at, undoUrl) =>
      renderMail({
        locale: 'en',
        subject: 'Your sign-in address has changed',
        title: 'Your sign-in address has changed again',
        paragraphs: [
          `On ${at}, the email address that had replaced this one for signing in to your safe was changed in turn.`,
          'If it was you, there is nothing to do.',
          'If it was not you, undo these changes: you will sign in with this address again, every device will be signed out, and you will choose a new password.',
        ],
        action: { label: 'Undo the changes', url: undoUrl },
        notes: [
          'It is the link of our first message to this address: it is valid for 72 hours from the first change and works once.',
        ],
      }),
    confirmed: (at) =>
      renderMail({
        locale: 'en',
        subject: 'Your sign-in address has changed',
        title: 'You now sign in with this address',
        paragraphs: [
          `Since ${at}, you sign in to your safe with this email address.`,
          'Your other devices have been signed out.',
        ],
      }),
    undone: (at, resetUrl) =>
      renderMail({
        locale: 'en',
        subject: 'The change of your sign-in address was undone',
        title: 'You sign in with this address again',
        paragraphs: [
          `The change was undone on ${at}. Every device has been signed out.`,
          'As a precaution, your password no longer opens your safe: choose a new one.',
        ],
        action: { label: 'Choose a new password', url: resetUrl },
      }),
    withdrawn: (at) =>
      renderMail({
        locale: 'en',
        subject: 'The change of your sign-in address was undone',
        title: 'You no longer sign in with this address',
        paragraphs: [
          `The change was undone on ${at}, from the previous email address.`,
          'Every device has been signed out.',
        ],
      }),
  },
} satisfies Record<Locale, EmailChangeMails>;
