export const collectors = {
  title: 'Collecteurs',
  subtitle: 'Ce que des organismes déposent pour vous.',
  emptyTitle: 'Vous n’avez aucun collecteur',
  emptyText: 'Un collecteur relie votre coffre à un organisme et y range vos factures et relevés dès leur parution.',
  toDocuments: 'Voir mes documents',
} as const;

export const federation = {
  title: 'FranceConnect',
  mergeTitle: 'Aucune fusion en cours',
  mergeText: 'Pour activer votre coffre, utilisez le code remis par votre employeur.',
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
