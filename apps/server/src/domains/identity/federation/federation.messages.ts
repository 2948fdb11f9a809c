import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

/** `url` is the page of the account about the federation. */
type FederationMails = { linked(url: string): Mail; unlinked(url: string): Mail };

export const federationMails = {
  fr: {
    linked: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'FranceConnect est activé sur votre coffre',
        title: 'Vous pouvez vous connecter avec FranceConnect',
        paragraphs: [
          'Votre identité FranceConnect vient d’être liée à votre coffre. Elle ouvre votre coffre, comme votre mot de passe.',
          'Si ce n’est pas vous, changez votre mot de passe et désactivez FranceConnect dans votre compte sans attendre.',
        ],
        action: { label: 'Voir mon compte', url },
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
    linked: (url) =>
      renderMail({
        locale: 'en',
        subject: 'FranceConnect is activated for your safe',
        title: 'You can sign in with FranceConnect',
        paragraphs: [
          'Your FranceConnect identity has just been linked to your safe. It opens your safe, as your password does.',
          'If it was not you, change your password and deactivate FranceConnect in your account at once.',
        ],
        action: { label: 'See my account', url },
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
