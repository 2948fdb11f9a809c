import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

type ClosingMails = {
  /** `day` as it is written in that language. */
  closing(day: string, loginUrl: string): Mail;
  cancelled(): Mail;
  closed(): Mail;
};

export const closingMails = {
  fr: {
    closing: (day, loginUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre coffre va être fermé',
        title: `Votre coffre sera fermé le ${day}`,
        paragraphs: [
          'Ce jour-là, votre compte et tous vos documents seront détruits. Personne ne pourra les retrouver.',
          'D’ici là, il suffit de vous connecter pour garder votre coffre. Vous pourrez alors récupérer une copie de vos documents.',
        ],
        action: { label: 'Garder mon coffre', url: loginUrl },
        notes: ['Si vous n’avez rien demandé, connectez-vous sans attendre et changez de mot de passe.'],
      }),
    cancelled: () =>
      renderMail({
        locale: 'fr',
        subject: 'Votre coffre reste ouvert',
        title: 'Votre coffre reste ouvert',
        paragraphs: ['Votre coffre vient d’être ouvert\u00a0: sa fermeture est annulée.'],
        notes: ['Si ce n’est pas vous, choisissez un nouveau mot de passe.'],
      }),
    closed: () =>
      renderMail({
        locale: 'fr',
        subject: 'Votre coffre est fermé',
        title: 'Votre coffre est fermé',
        paragraphs: [
          'Votre compte et vos documents ont été détruits, comme vous l’aviez demandé.',
          'Les documents que votre employeur déposera encore vous attendront\u00a0: un code d’activation ouvre un nouveau coffre.',
        ],
      }),
  },
  en: {
    closing: (day, loginUrl) =>
      renderMail({
        locale: 'en',
        subject: 'Your safe is about to be closed',
        title: `Your safe will be closed on ${day}`,
        paragraphs: [
          'On that day, your account and all your documents will be destroyed. Nobody will be able to bring them back.',
          'Until then, signing in is enough to keep your safe. You can then take a copy of your documents.',
        ],
        action: { label: 'Keep my safe', url: loginUrl },
        notes: ['If you asked for nothing, sign in at once and change your password.'],
      }),
    cancelled: () =>
      renderMail({
        locale: 'en',
        subject: 'Your safe stays open',
        title: 'Your safe stays open',
        paragraphs: ['Your safe has just been opened: it will not be closed.'],
        notes: ['If it was not you, choose a new password.'],
      }),
    closed: () =>
      renderMail({
        locale: 'en',
        subject: 'Your safe is closed',
        title: 'Your safe is closed',
        paragraphs: [
          'Your account and your documents have been destroyed, as you asked.',
          'What your employer still deposits will wait for you: an activation code opens a new safe.',
        ],
      }),
  },
} satisfies Record<Locale, ClosingMails>;
