import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

type PasswordMails = {
  resetCode(code: string, url: string): Mail;
  /** `at` as it is written in that language. */
  changed(at: string, links: { undoUrl: string; resetUrl: string }): Mail;
};

export const passwordMails = {
  fr: {
    resetCode: (code, url) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre code de vérification',
        title: 'Choisissez un nouveau mot de passe',
        paragraphs: ['Saisissez ce code sur la page où vous avez demandé un nouveau mot de passe, ou ouvrez le lien.'],
        code,
        action: { label: 'Choisir un nouveau mot de passe', url },
        notes: [
          'Le code est valable 10\u00a0minutes, le lien 60\u00a0minutes. Chacun ne sert qu’une fois.',
          'Si vous n’avez rien demandé, ignorez ce message\u00a0: votre mot de passe reste le même.',
        ],
      }),
    changed: (at, { undoUrl, resetUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre mot de passe a changé',
        title: 'Votre mot de passe a changé',
        paragraphs: [
          `Le mot de passe de votre coffre a été remplacé le ${at}.`,
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, annulez ce changement sans attendre\u00a0: tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
        ],
        action: { label: 'Annuler le changement', url: undoUrl },
        notes: [
          'Ce lien est valable 72\u00a0heures et ne sert qu’une fois.',
          `Pour choisir un nouveau mot de passe\u00a0: ${resetUrl}`,
        ],
      }),
  },
  en: {
    resetCode: (code, url) =>
      renderMail({
        locale: 'en',
        subject: 'Your verification code',
        title: 'Choose a new password',
        paragraphs: ['Enter this code on the page where you asked for a new password, or open the link.'],
        code,
        action: { label: 'Choose a new password', url },
        notes: [
          'The code is valid for 10 minutes, the link for 60 minutes. Each works once.',
          'If you asked for nothing, ignore this message: your password stays as it is.',
        ],
      }),
    changed: (at, { undoUrl, resetUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your password has changed',
        title: 'Your password has changed',
        paragraphs: [
          `The password of your safe was replaced on ${at}.`,
          'If it was you, there is nothing to do.',
          'If it was not you, undo this change at once: every device will be signed out, and you will choose a new password.',
        ],
        action: { label: 'Undo the change', url: undoUrl },
        notes: ['This link is valid for 72 hours and works once.', `To choose a new password: ${resetUrl}`],
      }),
  },
} satisfies Record<Locale, PasswordMails>;

/** In the alphabet of GSM 7: with a typographic apostrophe or a no-break space it would cost a second SMS. */
export const passwordTexts = {
  fr: {
    resetCode: (code) =>
      `Votre code Pérenne est ${code}. Il permet de choisir un nouveau mot de passe et reste valable 10 minutes. Ne le donnez à personne.`,
  },
  en: {
    resetCode: (code) =>
      `Your Pérenne code is ${code}. It lets you choose a new password and is valid for 10 minutes. Give it to nobody.`,
  },
} satisfies Record<Locale, { resetCode(code: string): string }>;
