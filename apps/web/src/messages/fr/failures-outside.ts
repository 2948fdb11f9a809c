/** By operation, the words for a fault of the service that the pages before a session show. */
export const flowFailures = {
  activate: 'L’activation n’a pas abouti. Réessayez.',
  changeEmail: 'Le code n’a pas pu être vérifié : votre adresse n’a pas été remplacée. Réessayez.',
  finishFederation: 'La connexion par FranceConnect n’a pas abouti. Recommencez.',
  getActivationProgress: 'L’avancement n’a pas pu être chargé. Réessayez.',
  getRefusalReceipt: 'Le récépissé de votre refus n’a pas pu être téléchargé. Réessayez.',
  giveSecondFactor: 'La vérification n’a pas abouti. Réessayez.',
  loginToMergeInActivation: 'Le coffre existant n’a pas pu être vérifié. Réessayez.',
  mergeInActivation: 'Vos documents n’ont pas pu rejoindre votre coffre. Réessayez.',
  requestEmailChange: 'Le code n’a pas pu être envoyé à l’adresse que vous avez donnée. Réessayez.',
  requestRefusalCode: 'Le code n’a pas pu être envoyé : rien n’est refusé. Réessayez.',
  requestResetCode: 'Votre demande n’a pas pu être enregistrée. Réessayez.',
  resendActivationCode: 'Un nouveau code d’activation n’a pas pu être demandé. Réessayez.',
  resetPassword: 'Votre nouveau mot de passe n’a pas pu être enregistré. Réessayez.',
  sendActivationEmailCode: 'Le code n’a pas pu être envoyé à cette adresse. Réessayez.',
  sendActivationInfo: 'Le code d’activation n’a pas pu être vérifié. Réessayez.',
  sendFederatedActivationInfo: 'L’activation par FranceConnect n’a pas pu commencer. Réessayez.',
  undoSecondFactor: 'Le changement n’a pas pu être annulé. Réessayez.',
  keepSecondFactor: 'La double vérification n’a pas pu être gardée. Réessayez.',
  unlockAccount: 'La connexion par mot de passe n’a pas pu être rouverte. Réessayez.',
  undoEmailChange: 'L’adresse n’a pas pu être rétablie. Réessayez.',
  validateUser: 'Votre coffre n’a pas pu s’ouvrir. Réessayez.',
  verifyActivationEmailCode: 'Le code envoyé à votre adresse n’a pas pu être vérifié. Réessayez.',
  verifyRefusalCode: 'Le code n’a pas pu être vérifié : rien n’est refusé. Réessayez.',
  verifyResetCode: 'Le code n’a pas pu être vérifié : votre mot de passe n’a pas changé. Réessayez.',
} as const;

/** By operation, the words for a fault of the service that the pages of shares show. */
export const visitorFailures = {
  downloadShared: 'Les documents partagés n’ont pas pu être téléchargés. Réessayez.',
  getSharedArchive: 'L’archive du partage n’a pas pu être téléchargée. Réessayez.',
  getSharedContent: 'Le document partagé n’a pas pu être chargé. Réessayez.',
  getSharingContext: 'Le partage n’a pas pu être affiché. Réessayez.',
  openLink: 'Le lien n’a pas pu être ouvert. Réessayez.',
  listPublicSharings: 'Les documents partagés n’ont pas pu être chargés. Réessayez.',
  markSharingAsRead: 'Le partage n’a pas pu être marqué comme lu. Réessayez.',
  sendSharingCode: 'Le code du partage n’a pas pu être envoyé. Réessayez.',
  verifySharingCode: 'Le code du partage n’a pas pu être vérifié. Réessayez.',
  blockSender: 'Votre choix n’a pas pu être enregistré : vous pouvez encore recevoir ces messages. Réessayez.',
} as const;

/** By operation, the words for a fault of the service that the pages of requests show. */
export const sendingFailures = {
  getRequestContext: 'La demande n’a pas pu être chargée. Réessayez.',
  sendRequestedFile: 'Le fichier n’a pas pu être envoyé. Réessayez.',
} as const;
