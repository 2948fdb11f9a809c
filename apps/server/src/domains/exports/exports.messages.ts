import { parisMinute } from '../../platform/time/calendar.ts';
import type { Locale } from '../../platform/http/locale.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import type { ExportFailure } from './failures.rules.ts';

type Mail = ReturnType<typeof renderMail>;

/** Mails name no titles: a missing document is named by the address of its page. */
export type ReadyFacts = {
  documentCount: number;
  availableUntil: Date;
  timestampedAt: Date | null;
  documentUrls: readonly string[];
  exportUrl: string;
};

type ExportMails = {
  ready(facts: ReadyFacts): Mail;
  failed(facts: { failure: ExportFailure; exportUrl: string }): Mail;
};

/** So many are named: the page names them all. */
const namedAtMost = 20;

const failuresFr: Record<ExportFailure, string> = {
  SafeboxIdNotFound: 'Le coffre n’existe plus.',
  StreamExtractBytesError: 'Le contenu des documents n’a pas pu être lu.',
  WritingTmpFileError: 'L’archive n’a pas pu être écrite, faute de place ou à cause d’un incident technique.',
};
const failuresEn: Record<ExportFailure, string> = {
  SafeboxIdNotFound: 'The safe no longer exists.',
  StreamExtractBytesError: 'The content of the documents could not be read.',
  WritingTmpFileError: 'The archive could not be written, for lack of space or because of a technical fault.',
};

export const exportMails = {
  fr: {
    ready: ({ documentCount, availableUntil, timestampedAt, documentUrls, exportUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre export est prêt',
        title: 'Votre export est prêt',
        paragraphs: [
          `${waitingFr(documentCount, documentUrls.length)} dans une archive. Vous pouvez la télécharger jusqu’au ${parisMinute('fr', availableUntil)} (heure de Paris).`,
          ...(timestampedAt === null
            ? [
                'Aucune autorité d’horodatage n’a répondu\u00a0: l’archive est scellée, mais n’est pas horodatée. Votre prochaine demande ne sera pas comptée.',
              ]
            : []),
          ...missing(documentUrls, {
            one: 'Un document n’est pas dans l’archive\u00a0: son contenu conservé n’est plus celui qui a été déposé. Contactez l’assistance. Il s’agit de\u00a0:',
            several: `${documentUrls.length}\u00a0documents ne sont pas dans l’archive\u00a0: leur contenu conservé n’est plus celui qui a été déposé. Contactez l’assistance. Il s’agit de\u00a0:`,
            others: 'La page de vos exports les nomme tous.',
          }),
        ],
        action: { label: 'Télécharger l’archive', url: exportUrl },
        notes: ['Si vous n’avez rien demandé, changez de mot de passe et supprimez cet export.'],
      }),
    failed: ({ failure, exportUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre export a échoué',
        title: 'Votre export a échoué',
        paragraphs: [
          failuresFr[failure],
          'Vos documents restent dans votre coffre, et cette demande n’est pas comptée.',
        ],
        action: { label: 'Demander un autre export', url: exportUrl },
        notes: ['Si l’échec se répète, contactez l’assistance.'],
      }),
  },
  en: {
    ready: ({ documentCount, availableUntil, timestampedAt, documentUrls, exportUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your export is ready',
        title: 'Your export is ready',
        paragraphs: [
          `${waitingEn(documentCount, documentUrls.length)} in an archive. You can download it until ${parisMinute('en', availableUntil)} (Paris time).`,
          ...(timestampedAt === null
            ? [
                'No timestamp authority answered: the archive is sealed, but not timestamped. Your next request will not be counted.',
              ]
            : []),
          ...missing(documentUrls, {
            one: 'One document is not in the archive: its stored content is no longer what was deposited. Contact support. It is:',
            several: `${documentUrls.length} documents are not in the archive: their stored contents are no longer what was deposited. Contact support. They are:`,
            others: 'The page of your exports names them all.',
          }),
        ],
        action: { label: 'Download the archive', url: exportUrl },
        notes: ['If you asked for nothing, change your password and delete this export.'],
      }),
    failed: ({ failure, exportUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your export failed',
        title: 'Your export failed',
        paragraphs: [failuresEn[failure], 'Your documents stay in your safe, and this request is not counted.'],
        action: { label: 'Ask for another export', url: exportUrl },
        notes: ['If it fails again, contact support.'],
      }),
  },
} satisfies Record<Locale, ExportMails>;

/** The last document may have left the safe while the archive was written. */
function waitingFr(documentCount: number, missingCount: number): string {
  if (documentCount === 0) return 'Votre coffre n’avait plus de document\u00a0: son journal vous attend';
  const all = documentCount === 1 ? 'Le document' : `Les ${documentCount}\u00a0documents`;
  const documents = missingCount > 0 ? `${documentCount - missingCount} des ${documentCount}\u00a0documents` : all;
  return `${documents} de votre coffre, son journal et ses preuves vous attendent`;
}

function waitingEn(documentCount: number, missingCount: number): string {
  if (documentCount === 0) return 'Your safe had no document any more: its journal is waiting for you';
  const all = documentCount === 1 ? 'The document' : `The ${documentCount} documents`;
  const documents = missingCount > 0 ? `${documentCount - missingCount} of the ${documentCount} documents` : all;
  return `${documents} of your safe, its journal and its proofs are waiting for you`;
}

type MissingWords = { one: string; several: string; others: string };

function missing(urls: readonly string[], { one, several, others }: MissingWords): string[] {
  if (urls.length === 0) return [];
  const rest = urls.length > namedAtMost ? [others] : [];
  return [urls.length === 1 ? one : several, ...urls.slice(0, namedAtMost), ...rest];
}
