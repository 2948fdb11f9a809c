import type { Locale } from '../../../platform/http/locale.ts';
import { parisTime } from '../../../platform/time/calendar.ts';

export type ReadMeFacts = {
  madeAt: Date;
  documentCount: number;
  publicUrl: string;
  /** The identifiers of the documents that are not in the archive. */
  damaged: readonly string[];
};

type Words = {
  title: string;
  intro: string[];
  contents: { title: string; rows: ReadonlyArray<[name: string, text: string]> };
  damaged: { title: string; text: string; ids: readonly string[] };
  check: { title: string; text: string[]; commands: readonly string[] };
  trust: { title: string; text: string[] };
};

/** In the folder where the archive was unpacked; `tsa-ca.pem` and `ca.pem` are the certificates that the reader trusts. */
const commands = [
  'xmlsec1 --verify --enabled-key-data x509 --trusted-pem ca.pem \\',
  '  --id-attr:Id http://uri.etsi.org/01903/v1.3.2#:SignedProperties META-INF/signatures.xml',
  'openssl ts -verify -token_in -in META-INF/timestamp.tst -data META-INF/ASiCManifest.xml -CAfile tsa-ca.pem',
] as const;

export const readMeWords: Record<Locale, (facts: ReadMeFacts) => Words> = {
  fr: ({ madeAt, documentCount, publicUrl, damaged }) => ({
    title: 'Votre coffre, en entier',
    intro: [
      `Cette archive a été faite le ${parisTime('fr', madeAt)} (heure de Paris) par ${publicUrl}, à votre demande. Elle contient ${heldFr(documentCount, damaged.length)}, sans la corbeille, et de quoi vérifier sans nous, même dans plusieurs dizaines d’années, ce qui a été déposé, quand et par qui.`,
      'Conservez le fichier .zip tel quel\u00a0: c’est lui qui est scellé. Copiez-le en plusieurs endroits\u202f; il n’est pas chiffré, et quiconque l’ouvre lit vos documents.',
    ],
    contents: {
      title: 'Ce qu’elle contient',
      rows: [
        ['documents/', 'Vos documents, par catégorie et par dossier, dans leur format d’origine.'],
        ['journal/journal.html', 'Le journal de votre coffre, à lire ou à imprimer.'],
        [
          'journal/journal.json',
          'Le même journal, avec tout ce qu’il faut pour recalculer la chaîne de ses empreintes.',
        ],
        [
          'preuves/',
          'La preuve de chaque document\u00a0: ses empreintes, son entrée au journal et le point de contrôle public qui la couvre.',
        ],
        [
          'verifier.html',
          'Le vérificateur. Ouvrez-le dans un navigateur, même sans réseau, et déposez-y le fichier .zip.',
        ],
        [
          'META-INF/manifest-fnta.xml',
          'La description de chaque document, au format FNTC-TA v4 (message MEDONA, NF Z44-022).',
        ],
        [
          'META-INF/signatures.xml',
          'Le sceau électronique de l’opérateur sur les documents, le journal, les preuves, le manifeste et les pages (XAdES, ES256).',
        ],
        ['META-INF/ASiCManifest.xml', 'La liste de tous les fichiers et de leurs empreintes.'],
        [
          'META-INF/timestamp.tst',
          'L’horodatage de cette liste par une autorité (RFC 3161). Absent si aucune autorité n’a répondu\u00a0: l’archive est alors scellée, mais n’est pas horodatée.',
        ],
      ],
    },
    damaged: {
      title: 'Documents absents',
      text: 'Le contenu conservé de ces documents n’est plus celui qui a été déposé. Ils ne sont pas dans l’archive\u202f; le manifeste donne l’empreinte de leur dépôt. Contactez l’assistance.',
      ids: damaged,
    },
    check: {
      title: 'Vérifier',
      text: [
        'Le plus simple est verifier.html\u00a0: tout y est recalculé dans votre navigateur, et rien n’en sort.',
        'Sans lui, le format est public (ASiC-E, ETSI EN 319 162-1) et d’autres programmes le lisent. Décompressez l’archive, et mettez dans ca.pem et tsa-ca.pem les certificats auxquels vous vous fiez. Si l’un d’eux a expiré depuis, ajoutez la date de l’horodatage, par --verification-time pour xmlsec1 et par -attime pour openssl. La seconde commande demande que META-INF/timestamp.tst soit là\u00a0:',
      ],
      commands,
    },
    trust: {
      title: 'Sur la parole de qui',
      text: [
        'Les empreintes et les chaînes se recalculent sans croire personne. Le sceau montre que l’opérateur du service a réuni ces fichiers\u202f; l’horodatage montre qu’ils existaient à cet instant, sur la parole de l’autorité dont le certificat est dans l’horodatage.',
        'Comparez le certificat du sceau et celui de l’autorité avec ceux que leurs émetteurs publient.',
      ],
    },
  }),
  en: ({ madeAt, documentCount, publicUrl, damaged }) => ({
    title: 'Your safe, in full',
    intro: [
      `This archive was made on ${parisTime('en', madeAt)} (Paris time) by ${publicUrl}, at your request. It holds ${heldEn(documentCount, damaged.length)}, without the trash, and all it takes to check without us, decades from now, what was deposited, when and by whom.`,
      'Keep the .zip file as it is: that is what is sealed. Copy it to several places; it is not encrypted, and whoever opens it reads your documents.',
    ],
    contents: {
      title: 'What it holds',
      rows: [
        ['documents/', 'Your documents, by category and folder, in their original format.'],
        ['journal/journal.html', 'The journal of your safe, to read or to print.'],
        ['journal/journal.json', 'The same journal, with all it takes to recompute the chain of its digests.'],
        [
          'preuves/',
          'The proof of each document: its digests, its entry in the journal, and the public checkpoint that covers it.',
        ],
        ['verifier.html', 'The verifier. Open it in a browser, even without a network, and drop the .zip file on it.'],
        [
          'META-INF/manifest-fnta.xml',
          'The description of each document, as FNTC-TA v4 (a MEDONA message, NF Z44-022).',
        ],
        [
          'META-INF/signatures.xml',
          'The electronic seal of the operator over the documents, the journal, the proofs, the manifest and the pages (XAdES, ES256).',
        ],
        ['META-INF/ASiCManifest.xml', 'The list of all files and their digests.'],
        [
          'META-INF/timestamp.tst',
          'The timestamp of that list by an authority (RFC 3161). Absent if no authority answered: the archive is then sealed, but not timestamped.',
        ],
      ],
    },
    damaged: {
      title: 'Missing documents',
      text: 'The stored content of these documents is no longer what was deposited. They are not in the archive; the manifest gives the digest of their deposit. Contact support.',
      ids: damaged,
    },
    check: {
      title: 'Checking',
      text: [
        'The simplest way is verifier.html: it recomputes everything in your browser, and nothing leaves it.',
        'Without it, the format is public (ASiC-E, ETSI EN 319 162-1) and other programs read it. Unpack the archive, and put the certificates that you trust into ca.pem and tsa-ca.pem. If one of them has expired since, add the time of the timestamp, with --verification-time for xmlsec1 and with -attime for openssl. The second command needs META-INF/timestamp.tst:',
      ],
      commands,
    },
    trust: {
      title: 'On whose word',
      text: [
        'Digests and chains are recomputed without trusting anyone. The seal shows that the operator of the service gathered these files; the timestamp shows that they existed at that instant, on the word of the authority whose certificate is in the timestamp.',
        'Compare the certificate of the seal and that of the authority with those that their issuers publish.',
      ],
    },
  }),
};

/** The last document may have left the safe while the archive was written. */
function heldFr(documentCount: number, damagedCount: number): string {
  if (documentCount === 0) return 'le journal de votre coffre, qui n’avait plus de document';
  if (damagedCount > 0) return `${documentCount - damagedCount} des ${documentCount}\u00a0documents de votre coffre`;
  return `${documentCount === 1 ? 'le document' : `les ${documentCount}\u00a0documents`} de votre coffre`;
}

function heldEn(documentCount: number, damagedCount: number): string {
  if (documentCount === 0) return 'the journal of your safe, which had no document any more';
  if (damagedCount > 0) return `${documentCount - damagedCount} of the ${documentCount} documents of your safe`;
  return `${documentCount === 1 ? 'the document' : `the ${documentCount} documents`} of your safe`;
}
