import type { Locale } from '../../../../platform/http/locale.ts';
import { renderMail } from '../../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

type RemovalMails = { announced(at: string, url: string): Mail; removed(resetUrl: string): Mail; cancelled(): Mail };

export const removalMails = {
  fr: {
    announced: (at, url) =>
      renderMail({
        locale: 'fr',
        subject: 'La protection de votre coffre va changer',
        title: 'Votre double vérification sera supprimée',
        paragraphs: [
          `L’assistance a été sollicitée pour votre coffre. Le ${at}, sa double vérification sera supprimée, tous les appareils seront déconnectés, et un nouveau mot de passe sera demandé.`,
          'Si c’est votre demande, vous n’avez rien à faire.',
          'Si ce n’est pas vous, gardez votre double vérification\u00a0: rien ne changera.',
        ],
        action: { label: 'Garder ma double vérification', url },
        notes: ['Ce lien est valable 72\u00a0heures et ne sert qu’une fois.'],
      }),
    removed: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'La protection de votre coffre a changé',
        title: 'Votre double vérification est supprimée',
        paragraphs: [
          'Tous les appareils ont été déconnectés. Choisissez un nouveau mot de passe pour ouvrir votre coffre.',
          'Ajoutez ensuite une nouvelle double vérification.',
        ],
        action: { label: 'Choisir un nouveau mot de passe', url },
      }),
    cancelled: () =>
      renderMail({
        locale: 'fr',
        subject: 'La protection de votre coffre ne change pas',
        title: 'Votre double vérification est gardée',
        paragraphs: [
          'La suppression annoncée a été annulée depuis l’un de nos messages.',
          'Si vous l’aviez demandée à l’assistance, demandez-la à nouveau.',
        ],
      }),
  },
  en: {
    announced: (at, url) =>
      renderMail({
        locale: 'en',
        subject: 'The protection of your safe will change',
        title: 'Your two-step verification will be removed',
        paragraphs: [
          `Support was contacted about your safe. On ${at}, its two-step verification will be removed, every device will be signed out, and a new password will be asked for.`,
          'If you asked for it, there is nothing to do.',
          'If it was not you, keep your two-step verification: nothing will change.',
        ],
        action: { label: 'Keep my two-step verification', url },
        notes: ['This link is valid for 72 hours and works once.'],
      }),
    removed: (url) =>
      renderMail({
        locale: 'en',
        subject: 'The protection of your safe has changed',
        title: 'Your two-step verification is removed',
        paragraphs: [
          'Every device has been signed out. Choose a new password to open your safe.',
          'Then set up two-step verification again.',
        ],
        action: { label: 'Choose a new password', url },
      }),
    cancelled: () =>
      renderMail({
        locale: 'en',
        subject: 'The protection of your safe does not change',
        title: 'Your two-step verification is kept',
        paragraphs: [
          'The removal that was announced was cancelled from one of our messages.',
          'If you had asked support for it, ask them again.',
        ],
      }),
  },
} satisfies Record<Locale, RemovalMails>;
