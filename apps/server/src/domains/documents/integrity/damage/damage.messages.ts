import type { Locale } from '../../../../platform/http/locale.ts';
import { renderMail } from '../../../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

/** Mails are read by others too: the document is named by the address of its page alone. */
export const damageMails = {
  fr: (documentUrl) =>
    renderMail({
      locale: 'fr',
      subject: 'Un document de votre coffre est endommagé',
      title: 'Un document de votre coffre est endommagé',
      paragraphs: [
        'Le contenu conservé d’un document n’est plus celui qui a été déposé. Il ne peut plus être lu, et aucune attestation n’en est délivrée.',
        'L’opérateur du service en est averti. Si vous avez gardé ce fichier ailleurs, ajoutez-le à nouveau à votre coffre.',
      ],
      action: { label: 'Voir de quel document il s’agit', url: documentUrl },
      notes: [
        'Vous recevez ce message une seule fois pour ce document. Contactez l’assistance pour connaître la suite.',
      ],
    }),
  en: (documentUrl) =>
    renderMail({
      locale: 'en',
      subject: 'A document in your safe is damaged',
      title: 'A document in your safe is damaged',
      paragraphs: [
        'The stored content of a document is no longer what was deposited. It can no longer be read, and no attestation is issued for it.',
        'The operator of the service has been notified. If you kept this file elsewhere, add it to your safe again.',
      ],
      action: { label: 'See which document it is', url: documentUrl },
      notes: ['You receive this message only once for this document. Contact support to learn what happens next.'],
    }),
} satisfies Record<Locale, (documentUrl: string) => Mail>;
