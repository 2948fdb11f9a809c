export const shares = {
  title: 'Partages',
  subtitle: 'Les documents que vous avez confiés à d’autres.',
  emptyTitle: 'Vous n’avez aucun partage',
  emptyText:
    'Un partage donne accès à des documents choisis, pour une durée choisie. Vous y mettez fin quand vous voulez.',
  toDocuments: 'Voir mes documents',
} as const;

export const collectors = {
  title: 'Collecteurs',
  subtitle: 'Ce que des organismes déposent pour vous.',
  emptyTitle: 'Vous n’avez aucun collecteur',
  emptyText: 'Un collecteur relie votre coffre à un organisme et y range vos factures et relevés dès leur parution.',
  toDocuments: 'Voir mes documents',
} as const;

export const trash = {
  title: 'Corbeille',
  subtitle: 'Ce qui est supprimé reste ici 30 jours, puis disparaît définitivement.',
  emptyTitle: 'Votre corbeille est vide',
  emptyText: 'Vous pourrez restaurer d’ici ce que vous aurez supprimé, pendant 30 jours.',
  toDocuments: 'Voir mes documents',
} as const;

export const account = {
  title: 'Mon compte',
  sections: 'Rubriques du compte',
  profileInfos: 'Mes informations',
  safety: 'Connexion et sécurité',
  franceConnect: 'FranceConnect',
  dematerialization: 'Bulletins de paie',
  merge: 'Fusion de coffres',
  export: 'Export',
  firstName: 'Prénom',
  lastName: 'Nom',
  birthDate: 'Date de naissance',
  phone: 'Téléphone',
  email: 'Adresse e-mail personnelle',
  emailHint: 'Elle sert à vous connecter.',
  address: 'Adresse',
  missing: 'Non renseigné',
  identity: 'Identité',
  contact: 'Coordonnées',
  storage: 'Espace de stockage',
  storageUsed: '{used} utilisés sur {total}',
  storageHint: 'Les documents déposés par vos employeurs ne sont pas comptés.',
  safetyText: 'Vous vous connectez avec {email} et votre mot de passe.',
  safetyEmpty: 'Votre connexion est protégée',
  franceConnectEmpty: 'Aucune identité liée',
  franceConnectText: 'Votre coffre s’ouvre avec votre adresse e-mail et votre mot de passe.',
  dematerializationText: 'Vous recevez vos bulletins de paie par voie électronique.',
  dematerializationRefused: 'Vous avez refusé les bulletins de paie électroniques.',
  dematerializationSince: 'Depuis le {date}',
  mergeEmpty: 'Vous n’avez qu’un coffre',
  mergeText: 'Si un autre employeur vous en a ouvert un, vos documents pourront être réunis dans celui-ci.',
  exportEmpty: 'Vous n’avez aucun export',
  exportText: 'Un export réunit tous vos documents dans une archive ZIP signée et horodatée.',
} as const;

export const resetPassword = {
  title: 'Mot de passe oublié',
  emptyTitle: 'Aucune demande en cours',
  emptyText: 'La réinitialisation se fait avec votre adresse de connexion et un code reçu par e-mail ou par SMS.',
  toLogin: 'Revenir à la connexion',
} as const;

export const federation = {
  title: 'FranceConnect',
  failedTitle: 'Aucune connexion FranceConnect en cours',
  failedText: 'Connectez-vous avec votre adresse e-mail et votre mot de passe.',
  mergeTitle: 'Aucune fusion en cours',
  mergeText: 'Pour activer votre coffre, utilisez le code remis par votre employeur.',
  toLogin: 'Aller à la connexion',
  toActivation: 'Activer mon coffre',
} as const;

export const publicShares = {
  title: 'Documents partagés',
  noneTitle: 'Aucun partage à ouvrir',
  noneText: 'Ouvrez le lien reçu par e-mail ou par SMS : il mène aux documents qui vous sont confiés.',
  listTitle: 'Aucun document partagé',
  listText: 'Les partages qui vous sont adressés et toujours en cours s’affichent ici.',
  expiredTitle: 'Ce lien n’est plus valable',
  expiredText: 'Le partage a expiré ou son auteur y a mis fin. Demandez-lui un nouveau partage si vous en avez besoin.',
  about: 'Qu’est-ce que Pérenne ?',
} as const;
