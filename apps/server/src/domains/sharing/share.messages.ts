import type { Locale } from '../../platform/http/locale.ts';
import { parisDate } from '../../platform/time/calendar.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import type { BlockLinks } from './sending/blocks.ts';

type Mail = ReturnType<typeof renderMail>;

type Invitation = {
  sender: string;
  title: string;
  message: string | null;
  link: string;
  expiresAt: Date;
  block: BlockLinks;
};

/** Subjects are read on locked screens: they name nobody, and nothing here names a document. */
type RecipientMails = { invitation(facts: Invitation): Mail; code(code: string): Mail };

/** Each line that the sender wrote is a paragraph. */
export const linesOf = (message: string | null): string[] =>
  (message ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The links under an invitation by which its recipient is never written to again. */
export const blockWords = {
  fr: ({ SENDER, ALL }) => [
    { label: 'Ne plus rien recevoir de cette personne', url: SENDER },
    { label: 'Ne plus rien recevoir de personne par Pérenne', url: ALL },
  ],
  en: ({ SENDER, ALL }) => [
    { label: 'Never receive anything again from this person', url: SENDER },
    { label: 'Never receive anything again from anyone through Pérenne', url: ALL },
  ],
} satisfies Record<Locale, (links: BlockLinks) => Array<{ label: string; url: string }>>;

export const recipientMails = {
  fr: {
    invitation: ({ sender, title, message, link, expiresAt, block }) =>
      renderMail({
        locale: 'fr',
        subject: 'Des documents vous attendent',
        title: `${sender} partage des documents avec vous`,
        paragraphs: [`Partage\u00a0: ${title}`, ...linesOf(message)],
        action: { label: 'Ouvrir le partage', url: link },
        notes: [
          'Un code vous sera envoyé pour vérifier que c’est bien vous. Vous n’avez pas de compte à créer.',
          `Ce lien est valable jusqu’au ${parisDate('fr', expiresAt)}. Il vous est personnel\u00a0: ne le transférez pas.`,
          'Si vous ne connaissez pas cet expéditeur, ignorez ce message.',
        ],
        links: blockWords.fr(block),
      }),
    code: (code) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre code de vérification',
        title: 'Ouvrez le partage',
        paragraphs: ['Saisissez ce code sur la page du partage.'],
        code,
        notes: [
          'Ce code est valable 10\u00a0minutes et ne sert qu’une fois.',
          'Si vous n’avez rien demandé, ignorez ce message et ne donnez ce code à personne.',
        ],
      }),
  },
  en: {
    invitation: ({ sender, title, message, link, expiresAt, block }) =>
      renderMail({
        locale: 'en',
        subject: 'Documents are waiting for you',
        title: `${sender} is sharing documents with you`,
        paragraphs: [`Share: ${title}`, ...linesOf(message)],
        action: { label: 'Open the share', url: link },
        notes: [
          'A code will be sent to you, to check that it is really you. There is no account to create.',
          `This link is valid until ${parisDate('en', expiresAt)}. It is personal: do not forward it.`,
          'If you do not know this sender, ignore this message.',
        ],
        links: blockWords.en(block),
      }),
    code: (code) =>
      renderMail({
        locale: 'en',
        subject: 'Your verification code',
        title: 'Open the share',
        paragraphs: ['Enter this code on the page of the share.'],
        code,
        notes: [
          'This code is valid for 10 minutes and works once.',
          'If you asked for nothing, ignore this message and do not give this code to anyone.',
        ],
      }),
  },
} satisfies Record<Locale, RecipientMails>;

type OwnerMails = Record<'opened' | 'ending' | 'sendFailed' | 'requestFailed', (url: string) => Mail>;

export const ownerMails = {
  fr: {
    opened: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'Un partage a été ouvert',
        title: 'Un de vos partages a été ouvert pour la première fois',
        paragraphs: ['Connectez-vous pour voir qui l’a ouvert, et quels documents ont été lus.'],
        action: { label: 'Voir mes partages', url },
        notes: ['Vous pouvez mettre fin à un partage à tout moment.'],
      }),
    ending: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'Un partage se termine bientôt',
        title: 'Un de vos partages se termine dans deux jours',
        paragraphs: [
          'Ensuite, vos destinataires ne pourront plus ouvrir les documents. Vous pouvez prolonger ce partage.',
        ],
        action: { label: 'Voir mes partages', url },
      }),
    sendFailed: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'Un partage n’a pas pu être envoyé',
        title: 'Un de vos destinataires n’a pas pu être prévenu',
        paragraphs: ['Connectez-vous pour vérifier son adresse e-mail, lui écrire à nouveau ou copier son lien.'],
        action: { label: 'Voir mes partages', url },
      }),
    requestFailed: (url) =>
      renderMail({
        locale: 'fr',
        subject: 'Une demande de documents n’a pas pu être envoyée',
        title: 'Votre demande de documents n’est pas arrivée',
        paragraphs: ['Connectez-vous pour vérifier l’adresse e-mail, ou pour copier le lien et l’envoyer vous-même.'],
        action: { label: 'Voir mes demandes', url },
      }),
  },
  en: {
    opened: (url) =>
      renderMail({
        locale: 'en',
        subject: 'A share was opened',
        title: 'One of your shares was opened for the first time',
        paragraphs: ['Sign in to see who opened it, and which documents were read.'],
        action: { label: 'See my shares', url },
        notes: ['You can end a share at any time.'],
      }),
    ending: (url) =>
      renderMail({
        locale: 'en',
        subject: 'A share ends soon',
        title: 'One of your shares ends in two days',
        paragraphs: ['After that, your recipients can no longer open the documents. You can extend this share.'],
        action: { label: 'See my shares', url },
      }),
    sendFailed: (url) =>
      renderMail({
        locale: 'en',
        subject: 'A share could not be sent',
        title: 'One of your recipients could not be notified',
        paragraphs: ['Sign in to check their email address, write to them again or copy their link.'],
        action: { label: 'See my shares', url },
      }),
    requestFailed: (url) =>
      renderMail({
        locale: 'en',
        subject: 'A document request could not be sent',
        title: 'Your document request did not arrive',
        paragraphs: ['Sign in to check the email address, or to copy the link and send it yourself.'],
        action: { label: 'See my requests', url },
      }),
  },
} satisfies Record<Locale, OwnerMails>;

/** In the alphabet of GSM 7: with a typographic apostrophe or a no-break space it would cost a second SMS. */
export const codeTexts = {
  fr: (code) => `Votre code Pérenne pour ouvrir le partage : ${code}. Il est valable 10 minutes.`,
  en: (code) => `Your Pérenne code to open the share: ${code}. Valid for 10 minutes.`,
} satisfies Record<Locale, (code: string) => string>;
