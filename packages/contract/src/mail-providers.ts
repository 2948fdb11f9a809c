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
  ...[
    'yandex.',
    'web.de',
    't-online.de',
    'freenet.de',
    'libero.it',
    'virgilio.it',
    'tiscali.it',
    'alice.it',
    'skynet.be',
  ],
  ...[
    'telenet.be',
    'bluewin.ch',
    'sapo.pt',
    'terra.es',
    'mail.ru',
    'bk.ru',
    'inbox.ru',
    'list.ru',
    'qq.com',
    '163.com',
  ],
  ...[
    '126.com',
    'naver.com',
    'rediffmail.com',
    'rocketmail.com',
    'comcast.net',
    'att.net',
    'verizon.net',
    'btinternet.com',
  ],
  ...[
    'ntlworld.com',
    'sky.com',
    'videotron.ca',
    'protonmail.ch',
    'tutanota.de',
    'tutamail.com',
    'posteo.de',
    'mailbox.org',
  ],
  ...['mail.com', 'hey.com', 'duck.com', 'caramail.fr', 'caramail.com', 'nordnet.fr', 'mediaserv.net', 'zeop.re'],
];

/** Whether a domain lends addresses to anybody; one below a provider's is its own. */
export const isMailProvider = (domain: string): boolean =>
  providers.some((provider) =>
    provider.endsWith('.')
      ? domain.startsWith(provider) && /^(com|[a-z]{2}|co\.[a-z]{2})$/.test(domain.slice(provider.length))
      : domain === provider,
  );
