import type { DocumentType } from '@perenne/contract/documents';

/** A name as it is compared: letters only, without case and accents (`D’Àrtagnan-Œuf` is `dartagnanoeuf`). */
export const normaliseName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** An e-mail as it is compared. */
export const normaliseEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/** The domain and those above it, the top one excepted: an employer's `acme.fr` covers `paris.acme.fr`. */
export function domainAndParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

export type EmployeeState = 'pending' | 'activated' | 'refused';

/**
 * Whether a deposit of that type reaches the safe. An employee who refused before having one gets everything on
 * paper; an owner's refusal stops payslips alone.
 */
export const isElectronic = (
  { state, acceptedSince }: { state: EmployeeState; acceptedSince: Date | null },
  type: DocumentType,
): boolean => state === 'pending' || (state === 'activated' && (acceptedSince !== null || type !== 'PAYE'));
