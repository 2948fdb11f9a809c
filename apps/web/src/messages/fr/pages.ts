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
