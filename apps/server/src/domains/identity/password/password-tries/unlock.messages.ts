import type { Locale } from '../../../../platform/http/locale.ts';
import { renderMail } from '../../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

type Links = { unlockUrl: string; resetUrl: string };

export const unlockMails = {
  fr: {
    closed: ({ unlockUrl, resetUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'La connexion par mot de passe est fermée',
        title: 'Trop de mots de passe incorrects',
        paragraphs: [
          'Dix mots de passe incorrects de suite ont été saisis pour votre coffre. Par précaution, il ne s’ouvre plus par mot de passe depuis un appareil qu’il ne connaît pas.',
          'Les appareils qui ont déjà ouvert votre coffre continuent de fonctionner, sauf celui qui aurait lui-même servi à ces essais.',
          'FranceConnect et vos clés d’accès, si vous en avez, ouvrent toujours votre coffre.',
          'Pour vous connecter par mot de passe, ouvrez ce lien sur l’appareil que vous utilisez.',
        ],
        action: { label: 'Rouvrir la connexion sur cet appareil', url: unlockUrl },
        notes: [
          'Ce lien est valable 24\u00a0heures et ne sert qu’une fois.',
          'Si ces essais ne viennent pas de vous, vous n’avez rien à faire\u00a0: personne n’a ouvert votre coffre.',
          `Si vous avez oublié votre mot de passe, choisissez-en un nouveau\u00a0: ${resetUrl}`,
        ],
      }),
  },
  en: {
    closed: ({ unlockUrl, resetUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Signing in by password is closed',
        title: 'Too many wrong passwords',
        paragraphs: [
          'Ten wrong passwords in a row were entered for your safe. As a precaution, it no longer opens by password from a device that it does not know.',
          'The devices that have opened your safe before go on working, except one from which these passwords were entered.',
          'FranceConnect and your passkeys, if you have any, still open your safe.',
          'To sign in with your password, open this link on the device that you are using.',
        ],
        action: { label: 'Open sign-in again on this device', url: unlockUrl },
        notes: [
          'This link is valid for 24 hours and works once.',
          'If these passwords were not entered by you, there is nothing to do: nobody has opened your safe.',
          `If you have forgotten your password, choose a new one: ${resetUrl}`,
        ],
      }),
  },
} satisfies Record<Locale, { closed(links: Links): Mail }>;
