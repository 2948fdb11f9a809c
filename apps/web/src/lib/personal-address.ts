/** Mail services that people use in their own name, in France above all; `name.` stands for any of its countries. */
const providers = [
  ...['gmail.com', 'googlemail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'aol.fr', 'msn.com', 'ymail.com'],
  ...['outlook.', 'hotmail.', 'live.', 'yahoo.', 'gmx.'],
  ...[
    'orange.fr',
    'wanadoo.fr',
    'voila.fr',
    'free.fr',
    'aliceadsl.fr',
    'libertysurf.fr',
    'sfr.fr',
    'neuf.fr',
    'cegetel.net',
  ],
  ...['club-internet.fr', 'numericable.fr', 'noos.fr', 'bbox.fr', 'laposte.net', 'mailo.com', 'netcourrier.com'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'tutanota.com', 'tuta.io', 'posteo.net', 'fastmail.com', 'zoho.com'],
  ...['mail.com', 'hey.com', 'duck.com', 'caramail.fr', 'caramail.com', 'nordnet.fr', 'mediaserv.net', 'zeop.re'],
];

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** False for an address that may be an employer's: the page then asks, since an employer's is lost on leaving. */
export function isPersonalAddress(address: string): boolean {
  const domain = domainOf(address);
  return providers.some((provider) =>
    provider.endsWith('.')
      ? domain.startsWith(provider) && /^(com|[a-z]{2}|co\.[a-z]{2})$/.test(domain.slice(provider.length))
      : domain === provider,
  );
}
