import type { AlertCause, AlertCode } from '@perenne/contract/collectors';
import type { Locale } from '../../platform/http/locale.ts';
import { renderMail } from '../../platform/mail/layout.ts';

type Why = AlertCode | AlertCause;
type Blocked = { why: Why; collectorsUrl: string };
type Mails = { blocked(facts: Blocked): ReturnType<typeof renderMail> };

const causes: Record<Locale, Partial<Record<Why, string>>> = {
  fr: {
    CREDENTIALS_INVALID: 'Le partenaire refuse les identifiants que vous avez donnés.',
    PASSWORD_EXPIRED: 'Le partenaire vous demande de changer votre mot de passe chez lui.',
    ACCOUNT_BLOCKED: 'Le partenaire a bloqué votre compte chez lui.',
    FOLDER_NOT_FOUND: 'Le dossier que vous avez indiqué est introuvable sur votre serveur.',
    HOST_KEY_CHANGED:
      'Votre serveur ne présente plus la même clé qu’à la première connexion. Pérenne ne lui a donc rien envoyé.',
    HOST_REFUSED: 'L’adresse de votre serveur mène ailleurs que sur internet, ou vers un autre serveur.',
    MFA_EXPIRED: 'Le partenaire attendait un code qui n’a pas été saisi à temps.',
  },
  en: {
    CREDENTIALS_INVALID: 'The partner refuses the sign-in details that you gave.',
    PASSWORD_EXPIRED: 'The partner asks you to change your password there.',
    ACCOUNT_BLOCKED: 'The partner has blocked your account there.',
    FOLDER_NOT_FOUND: 'The folder that you gave is not on your server.',
    HOST_KEY_CHANGED:
      'Your server no longer shows the key of the first connection. Pérenne has therefore sent it nothing.',
    HOST_REFUSED: 'The address of your server leads somewhere other than the internet, or to another server.',
    MFA_EXPIRED: 'The partner was waiting for a code that was not entered in time.',
  },
};

/** Read on locked screens: they name neither the partner nor the account. */
export const collectorMails = {
  fr: {
    blocked: ({ why, collectorsUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Un collecteur a besoin de vous',
        title: 'Un collecteur ne reçoit plus de documents',
        paragraphs: [
          causes.fr[why] ?? 'La synchronisation n’aboutit pas.',
          'Vos documents déjà reçus restent dans votre coffre. Ouvrez la page de vos collecteurs pour relancer ce collecteur.',
        ],
        action: { label: 'Voir mes collecteurs', url: collectorsUrl },
        notes: [],
      }),
  },
  en: {
    blocked: ({ why, collectorsUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'A collector needs you',
        title: 'A collector no longer receives documents',
        paragraphs: [
          causes.en[why] ?? 'The synchronisation keeps failing.',
          'The documents already received stay in your safe. Open the page of your collectors to start this collector again.',
        ],
        action: { label: 'See my collectors', url: collectorsUrl },
        notes: [],
      }),
  },
} satisfies Record<Locale, Mails>;
