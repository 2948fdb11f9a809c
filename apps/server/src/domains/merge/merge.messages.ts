import type { Locale } from '../../platform/http/locale.ts';
import { renderMail } from '../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

type MergeMails = {
  /** To the owner of the safe that received; `email` signed in to the other. */
  received(facts: { email: string; nbDocs: number; documentsUrl: string }): Mail;
  /** To the address of the safe that was closed. */
  closed(): Mail;
};

const countFr = (count: number): string =>
  count === 0
    ? 'Il ne contenait aucun document.'
    : count === 1
      ? 'Son document est ici.'
      : `Ses ${count}\u00a0documents sont ici.`;
const countEn = (count: number): string =>
  count === 0 ? 'It held no documents.' : count === 1 ? 'Its document is here.' : `Its ${count} documents are here.`;

export const mergeMails = {
  fr: {
    received: ({ email, nbDocs, documentsUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Vos deux coffres sont réunis',
        title: 'Vos deux coffres n’en font plus qu’un',
        paragraphs: [
          `Le coffre qui s’ouvrait avec ${email} a rejoint le vôtre. ${countFr(nbDocs)}`,
          'Ses employeurs déposeront désormais vos documents dans ce coffre.',
        ],
        action: { label: 'Voir mes documents', url: documentsUrl },
        notes: ['Si vous n’avez rien demandé, changez de mot de passe et contactez l’assistance.'],
      }),
    closed: () =>
      renderMail({
        locale: 'fr',
        subject: 'Votre coffre a été réuni à un autre',
        title: 'Ce coffre est fermé',
        paragraphs: [
          'Vos documents ont rejoint votre autre coffre, comme vous l’avez demandé. Cette adresse n’ouvre plus rien.',
          'Les partages et les demandes de documents de ce coffre ont pris fin.',
        ],
        notes: ['Si vous n’avez rien demandé, contactez l’assistance sans attendre.'],
      }),
  },
  en: {
    received: ({ email, nbDocs, documentsUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your two safes are merged',
        title: 'Your two safes are now one',
        paragraphs: [
          `The safe that opened with ${email} has joined yours. ${countEn(nbDocs)}`,
          'Its employers now deposit your documents in this safe.',
        ],
        action: { label: 'See my documents', url: documentsUrl },
        notes: ['If you asked for nothing, change your password and contact support.'],
      }),
    closed: () =>
      renderMail({
        locale: 'en',
        subject: 'Your safe was merged into another',
        title: 'This safe is closed',
        paragraphs: [
          'Your documents have joined your other safe, as you asked. This address no longer opens anything.',
          'The shares and the requests for documents of this safe have ended.',
        ],
        notes: ['If you asked for nothing, contact support at once.'],
      }),
  },
} satisfies Record<Locale, MergeMails>;
