/** How an owner receives another of their safes. */
export const merge = {
  title: 'Réunir deux coffres',
  stepExplain: 'Ce qui va se passer',
  stepProve: 'L’autre coffre',
  stepSummary: 'Vérification',
  stepConfirm: 'Confirmation',
  back: 'Retour',
  next: 'Continuer',

  explainText:
    'Un autre employeur vous a ouvert un second coffre ? Vous pouvez le réunir à celui-ci. Voici ce qui se passera.',
  moves: 'Ses documents arrivent ici, à leur place, avec leurs dates et leurs preuves.',
  closes: 'L’autre coffre est fermé pour de bon : son adresse ne l’ouvre plus.',
  ends: 'Ses partages, ses demandes de documents, ses collecteurs et ses exports prennent fin.',
  employersMove: 'Ses employeurs déposent désormais ici.',
  begin: 'Continuer',
  toAccount: 'Retour à mon compte',
  past: 'Coffres déjà réunis à celui-ci',
  documents: '{count, plural, =0 {Aucun document} one {Un document} other {{count, number} documents}}',

  proveTitle: 'Ouvrir l’autre coffre',
  proveText: 'Indiquez les identifiants du coffre qui sera fermé. Celui où vous êtes reste ouvert.',
  email: 'Adresse e-mail de l’autre coffre',
  password: 'Mot de passe de l’autre coffre',
  forgotten: 'Mot de passe oublié',
  orFederation: 'Ou, si l’autre coffre est lié à FranceConnect',
  expired:
    'L’ouverture de l’autre coffre ne vaut que 15 minutes, et prend fin si son mot de passe change. Identifiez-vous à nouveau.',
  recognisingTitle: 'Recherche de l’autre coffre',
  recognisingText: 'Cela prend quelques secondes.',
  notProvedTitle: 'L’autre coffre n’a pas été ouvert',
  notLinked:
    'Aucun autre coffre n’est lié à cette identité FranceConnect, ou l’identification a été interrompue. Ouvrez-le avec son adresse e-mail et son mot de passe.',
  byPassword: 'Utiliser son mot de passe',

  summaryTitle: 'Vérifier ce qui arrive',
  summaryText: 'Voici le coffre qui rejoindra celui-ci. Rien n’a encore changé.',
  owner: 'Titulaire',
  since: 'Ouvert le',
  holds: 'Contenu',
  inTrash: 'Dans sa corbeille',
  employers: 'Employeurs qui déposeront ici',
  noEmployer: 'Aucun',
  room: 'Place',
  enoughRoom: '{needed} nécessaires, {available} disponibles',
  missingRoom: '{needed} nécessaires, seulement {available} disponibles',
  missingTitle: 'Il manque de la place',
  missingText:
    'Libérez {missing} dans ce coffre : supprimez des documents, puis videz la corbeille. Revenez ensuite vérifier ici.',
  checkAgain: 'Vérifier à nouveau',
  whatEnds: 'Ce qui prend fin dans l’autre coffre',
  endsSharings:
    '{count, plural, =0 {Aucun partage en cours} one {Un partage en cours} other {{count, number} partages en cours}}',
  endsCollectors: '{count, plural, =0 {Aucun collecteur} one {Un collecteur} other {{count, number} collecteurs}}',
  endsAccess: 'Ses connexions, son mot de passe et sa double vérification',
  otherSafe: 'Choisir un autre coffre',

  confirmTitle: 'Confirmer la fusion',
  confirmText: 'C’est la dernière étape avant que l’autre coffre rejoigne celui-ci.',
  confirmWarning:
    'Une fois réunis, les deux coffres ne peuvent plus être séparés. L’autre coffre ne pourra pas être rouvert, même par l’assistance.',
  acknowledgement: 'J’ai compris que l’autre coffre sera fermé et que cela ne peut pas être annulé.',
  acknowledgementMissing: 'Cochez la case pour continuer.',
  confirm: 'Réunir les coffres',

  receivingTitle: 'Fusion en cours',
  receivingText: 'Cela prend quelques secondes. Si vous quittez cette page, l’opération se termine sans elle.',
  failedTitle: 'La fusion n’a pas abouti',
  failedText: 'Rien n’est perdu : vos coffres sont intacts, ou déjà réunis. Réessayez pour le savoir.',
  retry: 'Réessayer',
  backToSummary: 'Revenir à la vérification',

  doneTitle: 'Vos coffres sont réunis',
  doneText: 'Le coffre {email} est fermé. Tout ce qu’il contenait est ici.',
  arrived:
    '{count, plural, =0 {Aucun document n’est arrivé.} one {Un document est arrivé.} other {{count, number} documents sont arrivés.}}',
  seeDocuments: 'Voir mes documents',
  arrivedInTrash:
    '{count, plural, one {Un autre est dans la corbeille.} other {{count, number} autres sont dans la corbeille.}}',
  seeTrash: 'Voir la corbeille',
  employersNow: 'Déposent désormais ici : {employers}',
  journalNow: 'Le journal de l’autre coffre est un chapitre du vôtre.',
  seeJournal: 'Voir le journal',
  finish: 'Terminer',
} as const;
