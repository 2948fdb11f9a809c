export const federation = {
  title: 'FranceConnect',
  mergeTitle: 'Aucune fusion en cours',
  mergeText: 'Pour activer votre coffre, utilisez le code remis par votre employeur.',
  toActivation: 'Activer mon coffre',
} as const;
