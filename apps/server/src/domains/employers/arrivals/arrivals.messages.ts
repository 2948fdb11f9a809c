import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

/** Mails are read by others too: this one names no employer, no document and no amount. */
export const arrivalMails = {
  fr: (isOne, unreadUrl) =>
    renderMail({
      locale: 'fr',
      subject: isOne ? 'Un nouveau document dans votre coffre' : 'De nouveaux documents dans votre coffre',
      title: isOne ? 'Un document est arrivé dans votre coffre' : 'Des documents sont arrivés dans votre coffre',
      paragraphs: [
        isOne
          ? 'Un employeur a déposé un document dans votre coffre. Connectez-vous pour le lire.'
          : 'Un employeur a déposé des documents dans votre coffre. Connectez-vous pour les lire.',
      ],
      action: { label: isOne ? 'Lire ce document' : 'Lire ces documents', url: unreadUrl },
      notes: ['Vous recevez au plus un message de ce type par heure.'],
    }),
  en: (isOne, unreadUrl) =>
    renderMail({
      locale: 'en',
      subject: isOne ? 'A new document in your safe' : 'New documents in your safe',
      title: isOne ? 'A document has arrived in your safe' : 'Documents have arrived in your safe',
      paragraphs: [
        isOne
          ? 'An employer has deposited a document in your safe. Sign in to read it.'
          : 'An employer has deposited documents in your safe. Sign in to read them.',
      ],
      action: { label: isOne ? 'Read this document' : 'Read these documents', url: unreadUrl },
      notes: ['You receive at most one such message per hour.'],
    }),
} satisfies Record<Locale, (isOne: boolean, unreadUrl: string) => Mail>;
