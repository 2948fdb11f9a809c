/** By operation, the words for a fault of the service that the sign-in page show. */
export const coreFailures = {
  beginPasskeyLogin: 'La connexion par clé d’accès n’a pas pu commencer. Réessayez.',
  finishPasskeyLogin: 'La connexion par clé d’accès n’a pas abouti. Réessayez.',
  login: 'La connexion n’a pas abouti. Réessayez.',
  initFederation: 'FranceConnect n’a pas pu être ouvert. Réessayez.',
} as const;
