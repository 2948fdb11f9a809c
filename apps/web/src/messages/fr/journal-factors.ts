/** The second factor in the journal: what happened in a sentence, and its name. */
export const factorEvents = {
  added: '{who} ajouté un moyen de double vérification.',
  removed: '{who} supprimé un moyen de double vérification.',
  'codes-renewed': '{who} renouvelé les codes de secours.',
  'removal-asked': '{who} demandé la suppression de la double vérification.',
  'removal-confirmed': '{who} confirmé la suppression de la double vérification.',
  'removal-cancelled': '{who} annulé la suppression de la double vérification.',
} as const;

export const factorActions = {
  added: 'Ajout d’un moyen de double vérification',
  removed: 'Suppression d’un moyen de double vérification',
  'codes-renewed': 'Renouvellement des codes de secours',
  'removal-asked': 'Suppression de la double vérification demandée',
  'removal-confirmed': 'Suppression de la double vérification confirmée',
  'removal-cancelled': 'Suppression de la double vérification annulée',
} as const;
