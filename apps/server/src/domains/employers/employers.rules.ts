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

/** Whether deposits reach the safe: refused before it was opened or, later, by the owner's choice. */
export const isElectronic = (employee: { state: EmployeeState; acceptedSince: Date | null }): boolean =>
  employee.state === 'pending' || (employee.state === 'activated' && employee.acceptedSince !== null);
