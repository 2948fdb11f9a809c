import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

/** `url` is the page of the account about the federation. */
type FederationMails = {
  /** To every address known. */
  linked(url: string, undoUrl: string): Mail;
  unlinked(url: string): Mail;
};

export const federationMails = {
  fr: {
    linked: (url, undoUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'FranceConnect est activé sur votre coffre',
        title: 'Vous pouvez vous connecter avec FranceConnect',
        paragraphs: [
          'Votre identité FranceConnect vient d’être liée à votre coffre. Elle ouvre votre coffre, comme votre mot de passe.',
          'Si c’est vous, vous n’avez rien à faire.',
          'Si ce n’est pas vous, annulez ce changement sans attendre\u00a0: FranceConnect n’ouvrira plus votre coffre, tous les appareils seront déconnectés, et vous choisirez un nouveau mot de passe.',
        ],
        action: { label: 'Annuler le changement', url: undoUrl },
        notes: ['Ce lien est valable 72\u00a0heures et ne sert qu’une fois.', `Pour voir votre compte\u00a0: ${url}`],
      }),
    unlinked: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'FranceConnect est désactivé sur votre coffre',
        title: 'FranceConnect n’ouvre plus votre coffre',
        paragraphs: [
          'Votre identité FranceConnect n’est plus liée à votre coffre. Connectez-vous avec votre adresse e-mail et votre mot de passe.',
          'Si ce n’est pas vous, choisissez un nouveau mot de passe sans attendre\u00a0: tous les appareils sont déconnectés.',
        ],
        action: { label: 'Voir mon compte', url },
      }),
  },
  en: {
    linked: (url, undoUrl) =>
      renderMail({
        locale: 'en',
        subject: 'FranceConnect is activated for your safe',
        title: 'You can sign in with FranceConnect',
        paragraphs: [
          'Your FranceConnect identity has just been linked to your safe. It opens your safe, as your password does.',
          'If it was you, there is nothing to do.',
          'If it was not you, undo this change at once: FranceConnect will no longer open your safe, every device will be signed out, and you will choose a new password.',
        ],
        action: { label: 'Undo the change', url: undoUrl },
        notes: ['This link is valid for 72 hours and works once.', `To see your account: ${url}`],
      }),
    unlinked: (url) =>
      renderMail({
        locale: 'en',
        subject: 'FranceConnect is deactivated for your safe',
        title: 'FranceConnect no longer opens your safe',
        paragraphs: [
          'Your FranceConnect identity is no longer linked to your safe. Sign in with your email address and your password.',
          'If it was not you, choose a new password at once: every device is signed out.',
        ],
        action: { label: 'See my account', url },
      }),
  },
} satisfies Record<Locale, FederationMails>;
