import type { DocumentType } from '@perenne/contract/documents';
import type { Category } from '@perenne/contract/places';

export interface Guess {
  type: DocumentType;
  /** The starting category that it fits, where its type does not say. */
  kind?: NonNullable<Category['kind']>;
}

/** Words of file names, without accents; the first that fits is right: a lease is a matter of housing. */
const rules: readonly (readonly [RegExp, Guess])[] = [
  // Payslips are the employer's to deposit: their owner's copies are other documents, on the same shelf.
  [/\b(bulletins?|fiches?) (de )?(paie|paye|salaire)s?\b|\bpay ?(slips?|stubs?)\b/, { type: 'AUDO', kind: 'payslips' }],
  [/\b(cni|carte (nationale )?(d )?identite|identity card|id card)\b/, { type: 'CIDT' }],
  [/\bpass(e)?port\b/, { type: 'PSPR' }],
  [/\b(permis( de conduire)?|driving licen[cs]e)\b/, { type: 'PECO' }],
  [/\b(acte de naissance|birth certificate)\b/, { type: 'ACNS' }],
  [/\b(livret de famille|acte de mariage|etat civil|marriage certificate)\b/, { type: 'AECV' }],
  [/\b(casier judiciaire|criminal record)\b/, { type: 'ECJD' }],
  [/\b(diplomes?|diploma|baccalaureat|bachelor|master)\b/, { type: 'DPLM' }],
  [/\btestament\b/, { type: 'TSMT' }],
  [/\b(factures?|invoices?|receipts?|recus?)\b/, { type: 'FACTA' }],
  [
    /\b(bail|loyers?|quittances?|etat des lieux|lease|rent|logement|taxe fonciere)\b/,
    { type: 'AUDO', kind: 'housing' },
  ],
  [/\b(ordonnances?|mutuelle|sante|vaccins?|prescriptions?|medical)\b/, { type: 'AUDO', kind: 'health' }],
  [/\b(rib|iban|releves?|assurances?|insurance|bank|banque|pret|loan)\b/, { type: 'AUDO', kind: 'bank' }],
  [/\b(contrats?|contracts?|avenants?|cdi|cdd)\b/, { type: 'CONT' }],
];

/** Guesses the type of a file from its name. */
export function guessOf(fileName: string): Guess {
  const words = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');
  return rules.find(([rule]) => rule.test(words))?.[1] ?? { type: 'AUDO' };
}
