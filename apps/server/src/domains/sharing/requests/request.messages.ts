import type { Locale } from '../../../platform/http/locale.ts';
import { parisDate } from '../../../platform/time/calendar.ts';
import { renderMail } from '../../../platform/mail/layout.ts';
import type { BlockLinks } from '../sending/blocks.ts';
import { blockWords, linesOf } from '../share.messages.ts';

type Mail = ReturnType<typeof renderMail>;
type RequestFacts = {
  sender: string;
  title: string;
  message: string | null;
  link: string;
  expiresAt: Date;
  block: BlockLinks;
  /** True if an antivirus is set. */
  isScanned: boolean;
};
type RequestMails = { request(facts: RequestFacts): Mail; received(documentsUrl: string): Mail };

export const requestMails = {
  fr: {
    request: ({ sender, title, message, link, expiresAt, isScanned, block }) =>
      renderMail({
        locale: 'fr',
        subject: 'Des documents vous sont demandés',
        title: `${sender} vous demande des documents`,
        paragraphs: [`Demande\u00a0: ${title}`, ...linesOf(message)],
        action: { label: 'Envoyer des documents', url: link },
        notes: [
          `Vos fichiers sont ${isScanned ? 'vérifiés, puis déposés' : 'déposés'} dans le coffre de cette personne. Vous n’avez pas de compte à créer.`,
          `Ce lien est valable jusqu’au ${parisDate('fr', expiresAt)}.`,
          'Si vous ne connaissez pas cette personne, ignorez ce message.',
        ],
        links: blockWords.fr(block),
      }),
    received: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'Un document est arrivé',
        title: 'Un document que vous aviez demandé est arrivé',
        paragraphs: ['Il vous attend dans votre coffre, avec les documents non lus.'],
        action: { label: 'Voir mes documents', url },
        notes: ['D’autres ont pu arriver ensuite\u00a0: un seul message est envoyé par heure.'],
      }),
  },
  en: {
    request: ({ sender, title, message, link, expiresAt, isScanned, block }) =>
      renderMail({
        locale: 'en',
        subject: 'You have been asked for documents',
        title: `${sender} is asking you for documents`,
        paragraphs: [`Request: ${title}`, ...linesOf(message)],
        action: { label: 'Send documents', url: link },
        notes: [
          `Your files are ${isScanned ? 'checked, then placed' : 'placed'} in the safe of this person. There is no account to create.`,
          `This link is valid until ${parisDate('en', expiresAt)}.`,
          'If you do not know this person, ignore this message.',
        ],
        links: blockWords.en(block),
      }),
    received: (url) =>
      renderMail({
        locale: 'en',
        subject: 'A document has arrived',
        title: 'A document that you asked for has arrived',
        paragraphs: ['It is waiting in your safe, with the unread documents.'],
        action: { label: 'See my documents', url },
        notes: ['Others may have arrived since: only one message is sent per hour.'],
      }),
  },
} satisfies Record<Locale, RequestMails>;
