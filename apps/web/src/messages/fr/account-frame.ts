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
} as const;
