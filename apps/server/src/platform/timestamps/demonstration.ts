import type { X509Certificate } from 'node:crypto';

/** The organization in the certificates of the demonstration's authority, whose keys lie beside its data. */
export const demonstrationOrganization = 'Pérenne demonstration';

/** Whether a certificate is of the authority that a demonstration makes for itself. */
export const isDemonstrationAuthority = ({ subject }: X509Certificate): boolean =>
  (subject ?? '').split('\n').includes(`O=${demonstrationOrganization}`);
