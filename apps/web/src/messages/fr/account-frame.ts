export const accountFrame = {
  title: 'Mon compte',
  sections: 'Rubriques du compte',
  profileInfos: 'Mes informations',
  safety: 'Connexion et sécurité',
  franceConnect: 'FranceConnect',
  dematerialization: 'Bulletins de paie',
  search: 'Recherche',
  journal: 'Journal',
  merge: 'Fusion de coffres',
  export: 'Export',
  exportEmpty: 'Vous n’avez aucun export',
  exportText: 'Un export réunit tous vos documents dans une archive ZIP signée et horodatée.',
} as const;
