import type { Document, DocumentType } from '@perenne/contract/documents';
import type { Locale } from '../../../../platform/http/locale.ts';
import { parisTime } from '../../../../platform/time/calendar.ts';
import type { AttestedFacts } from './attested-facts.ts';

/** The words of the page around the facts. */
export type AttestationWords = {
  locale: Locale;
  fileName: string;
  tagline: string;
  title: string;
  introduction: string;
  document: { title: string; type: string; fileName: string; mediaType: string; size: string; reference: string };
  size(bytes: number): string;
  types: Record<DocumentType, string>;
  deposit: { at: string; universal: string; by: string; safe: string };
  time(instant: Date): string;
  depositor: Record<Document['addedBy'], string>;
  /** Someone who followed the link of the holder's request, whoever that was. */
  byLink: (request: string) => string;
  byLinkSentTo: (addressAndRequest: string) => string;
  digests: string;
  journal: { title: string; chapter: string; seq: string; hash: string; prevHash: string; depositHash: string };
  seal: { title: string; key: string; signature: string; stamp: string; stamped: string; notStamped: string };
  checks: { title: string; text: string };
  files: { facts: string; seal: string };
};

const sizes = { fr: ['octets', 'ko', 'Mo'], en: ['bytes', 'KB', 'MB'] } as const;

/** As `1 234 567 octets (1,2 Mo)`: exact first. */
function writeSize(locale: Locale, bytes: number): string {
  const numbers = new Intl.NumberFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', { maximumFractionDigits: 1 });
  const [unit, kilo, mega] = sizes[locale];
  const exact = `${numbers.format(bytes)}\u00a0${unit}`;
  if (bytes < 1_000) return exact;
  const round =
    bytes < 1_000_000
      ? `${numbers.format(bytes / 1_000)}\u00a0${kilo}`
      : `${numbers.format(bytes / 1_000_000)}\u00a0${mega}`;
  return `${exact} (${round})`;
}

export const attestationWords: Record<Locale, AttestationWords> = {
  fr: {
    locale: 'fr',
    fileName: 'attestation-de-depot',
    tagline: 'Votre coffre-fort numérique',
    title: 'Attestation de dépôt',
    introduction: 'Ce que le coffre a enregistré au dépôt de ce document.',
    document: {
      title: 'Document',
      type: 'Type',
      fileName: 'Nom du fichier',
      mediaType: 'Format',
      size: 'Taille',
      reference: 'Référence',
    },
    size: (bytes) => writeSize('fr', bytes),
    types: {
      PAYE: 'Bulletin de paie',
      CONT: 'Contrat',
      FACT: 'Facture de vente',
      FACTA: 'Facture d’achat',
      CIDT: 'Carte d’identité',
      AECV: 'Acte d’état civil',
      DPLM: 'Diplôme',
      PECO: 'Permis de conduire',
      ACNS: 'Acte de naissance',
      PSPR: 'Passeport',
      TSMT: 'Testament',
      ECJD: 'Extrait de casier judiciaire',
      PRN_STC: 'Solde de tout compte',
      PRN_WORKCERT: 'Certificat de travail',
      PRN_AER: 'Attestation employeur',
      PRN_SOLIDARITY: 'Attestation de journée de solidarité',
      PRN_DOCSORTIE: 'Documents de sortie',
      OTHER: 'Divers',
      AUDO: 'Autre document',
    },
    deposit: { at: 'Déposé le (Paris)', universal: 'Déposé le (UTC)', by: 'Déposé par', safe: 'Titulaire du coffre' },
    time: (instant) => parisTime('fr', instant),
    depositor: {
      company: 'Un employeur',
      employee: 'La personne titulaire du coffre',
      collector: 'Un collecteur',
    },
    byLink: (request) => `Une personne extérieure, par le lien de la demande\u00a0: ${request}`,
    byLinkSentTo: (address) => `Une personne extérieure, par le lien envoyé à ${address}`,
    digests: 'Empreintes du contenu',
    journal: {
      title: 'Entrée du journal du coffre',
      chapter: 'Coffre réuni depuis',
      seq: 'Numéro',
      hash: 'Empreinte',
      prevHash: 'Empreinte précédente',
      depositHash: 'Empreinte au dépôt',
    },
    seal: {
      title: 'Sceau de cette installation (ES256)',
      key: 'Clé',
      signature: 'Signature',
      stamp: 'Horodatage',
      stamped: 'horodaté\u00a0: l’heure et le nom de l’autorité (RFC 3161) sont dans la signature de ce fichier',
      notStamped: 'pas encore horodaté',
    },
    checks: {
      title: 'Comment vérifier',
      text: 'Le vérificateur, à la première adresse, fait tout sans rien envoyer. Sans lui\u00a0: comparez l’empreinte du contenu\u202f; celle du journal est le SHA-256 de l’empreinte précédente suivie des valeurs «\u00a0values\u00a0» du fichier joint attestation.json, séparées par U+001F\u202f; le sceau de l’opérateur signe ce fichier joint à l’octet près, et le PDF en entier (PAdES)\u202f; la clé publique et les certificats sont à la seconde adresse. L’heure du dépôt est celle de l’horloge de l’opérateur\u202f; l’horodatage, s’il y en a un, est celui de l’attestation.',
    },
    files: { facts: 'Les faits attestés, tels qu’ils sont scellés', seal: 'La signature des faits, en base 64' },
  },
  en: {
    locale: 'en',
    fileName: 'deposit-attestation',
    tagline: 'Your digital safe',
    title: 'Deposit attestation',
    introduction: 'What the safe recorded when this document was deposited.',
    document: {
      title: 'Document',
      type: 'Type',
      fileName: 'File name',
      mediaType: 'Format',
      size: 'Size',
      reference: 'Reference',
    },
    size: (bytes) => writeSize('en', bytes),
    types: {
      PAYE: 'Payslip',
      CONT: 'Contract',
      FACT: 'Sales invoice',
      FACTA: 'Purchase invoice',
      CIDT: 'Identity card',
      AECV: 'Civil status certificate',
      DPLM: 'Diploma',
      PECO: 'Driving licence',
      ACNS: 'Birth certificate',
      PSPR: 'Passport',
      TSMT: 'Will',
      ECJD: 'Criminal record extract',
      PRN_STC: 'Final settlement',
      PRN_WORKCERT: 'Work certificate',
      PRN_AER: 'Employer’s statement',
      PRN_SOLIDARITY: 'Solidarity day certificate',
      PRN_DOCSORTIE: 'Exit documents',
      OTHER: 'Miscellaneous',
      AUDO: 'Other document',
    },
    deposit: {
      at: 'Deposited on (Paris)',
      universal: 'Deposited on (UTC)',
      by: 'Deposited by',
      safe: 'Holder of the safe',
    },
    time: (instant) => parisTime('en', instant),
    depositor: { company: 'An employer', employee: 'The holder of the safe', collector: 'A collector' },
    byLink: (request) => `Someone outside, through the link of the request: ${request}`,
    byLinkSentTo: (address) => `Someone outside, through the link sent to ${address}`,
    digests: 'Digests of the content',
    journal: {
      title: 'Entry in the safe’s journal',
      chapter: 'Safe merged since',
      seq: 'Number',
      hash: 'Digest',
      prevHash: 'Digest before it',
      depositHash: 'Digest at deposit',
    },
    seal: {
      title: 'Seal of this installation (ES256)',
      key: 'Key',
      signature: 'Signature',
      stamp: 'Timestamp',
      stamped: 'timestamped: the time and the name of the authority (RFC 3161) are in the signature of this file',
      notStamped: 'not timestamped yet',
    },
    checks: {
      title: 'How to check',
      text: 'The verifier, at the first address, does it all and sends nothing. Without it: compare the digest of the content; that of the journal is the SHA-256 of the digest before it followed by the “values” in the attached attestation.json, separated by U+001F; the seal of the operator signs that file to the byte and the PDF as a whole (PAdES); key and certificates are at the second address. The deposit’s time is that of the operator’s clock; the timestamp, if any, is that of the attestation.',
    },
    files: { facts: 'The attested facts, as they are sealed', seal: 'The signature of the facts, in base 64' },
  },
};

/** Names the depositor, in words that claim no more than is known. */
export function writeDepositor(
  words: Pick<AttestationWords, 'depositor' | 'byLink' | 'byLinkSentTo'>,
  { by, depositor, link }: AttestedFacts['deposit'],
): string {
  if (!link) return depositor ?? words.depositor[by];
  return link.sentTo === null ? words.byLink(link.request) : words.byLinkSentTo(link.request);
}
