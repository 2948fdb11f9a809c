import { isMailProvider } from '@perenne/contract/mail-providers';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** False for an address that may be an employer's: the page then asks, since an employer's is lost on leaving. */
export const isPersonalAddress = (address: string): boolean => isMailProvider(domainOf(address));
