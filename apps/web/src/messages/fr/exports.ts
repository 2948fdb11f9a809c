/** How an owner takes everything out of the safe. */
export const exports_ = {
  title: 'Exporter mes documents',
  text: 'Emportez tout ce que contient votre coffre dans une archive ZIP : d’autres outils savent l’ouvrir, et chacun peut en vérifier l’authenticité, même sans nous.',
  ask: 'Préparer un export',
  asked: 'L’export est demandé. Un e-mail vous préviendra quand il sera prêt.',
  allowance:
    'Il vous reste {remaining, plural, one {un export} other {{remaining, number} exports}} sur {limit, number} par 24 heures.',
  limitTitle: 'Vous avez demandé {limit, number} exports en 24 heures',
  limitText: 'Le prochain sera possible le {date}. Ceux qui sont prêts restent à votre disposition.',
  seeDocuments: 'Voir mes documents',

  runningTitle: 'Export en préparation',
  runningText:
    'Demandé le {date}. Vous pouvez quitter cette page ou éteindre votre appareil : la préparation continue, et un e-mail vous prévient à la fin.',
  starting: 'La préparation commence',
  progress: '{done, number} sur {total, plural, one {# document} other {# documents}}',
  progressSpoken: 'Export en préparation : {percent, number} %',
  sealing: 'Scellement et horodatage',
  notYetStamped: 'Pas encore horodaté',
  sealingText:
    'Les documents sont réunis. L’archive est scellée, puis horodatée. Si aucune autorité d’horodatage ne répond dans l’heure qui suit votre demande, elle vous est remise sans horodatage.',
  progressLost: 'L’avancement ne peut pas être lu pour l’instant. La préparation continue sans cette page.',
  end: 'Arrêter l’export',
  endTitle: 'Arrêter cet export ?',
  endText:
    'L’archive ne sera pas terminée. Cet export reste compté parmi les {limit, number} que vous pouvez demander en 24 heures.',
  goOnPreparing: 'Continuer la préparation',
  ended: 'Export arrêté',

  listTitle: 'Exports des 7 derniers jours',
  none: 'Aucun export prêt pour l’instant',
  noneText: 'Un export prêt reste ici 7 jours, puis il est effacé.',
  itemTitle: 'Export du {date}',
  state: {
    READY: 'Prêt',
    FAILED: 'Échec',
    UNKNOWN: 'État inconnu',
  },
  documents: '{count, plural, =0 {Aucun document} one {Un document} other {{count, number} documents}}',
  availableUntil: 'Disponible jusqu’au {date}',
  stamped: 'Scellé, et horodaté le {date}',
  unstamped: 'Sans horodatage',
  unstampedText:
    'Aucune autorité d’horodatage n’a répondu dans l’heure. L’archive est scellée, mais sa date n’est attestée que par ce service.',
  nextIsFree: 'Celui-ci ne compte pas : vous pouvez en demander un autre.',
  digest: 'Empreinte SHA-256 de l’archive',
  copyDigestNamed: 'Copier l’empreinte de l’export du {date}',
  damaged:
    '{count, plural, one {Un document endommagé n’est pas dans l’archive} other {{count, number} documents endommagés ne sont pas dans l’archive}}',
  damagedText:
    '{count, plural, one {Son contenu n’est plus celui qui a été déposé} other {Leur contenu n’est plus celui qui a été déposé}}. L’opérateur du service en est averti ; contactez l’assistance. Tout le reste est dans l’archive.',
  damagedGone: 'Un document supprimé depuis',
  damagedUnread: 'Document {id}',
  showDamaged: 'Afficher les {count, number} documents',
  failedUnknown: 'La cause n’est pas connue. Demandez un nouvel export : celui-ci ne compte pas.',
  unknownText: 'Ce service ne sait plus où en est cet export. Demandez-en un autre.',
  ready: 'Votre export est prêt.',
  failed: 'L’export n’a pas abouti.',

  download: 'Télécharger',
  downloadNamed: 'Télécharger l’export du {date}',
  downloadAgain: 'Télécharger à nouveau',
  downloadAgainNamed: 'Télécharger à nouveau l’export du {date}',
  downloading: 'Téléchargement de l’archive',
  downloaded: '{done} sur {total}',
  downloadHint: 'Gardez cet onglet ouvert jusqu’à la fin. Vous pouvez passer à une autre page du coffre.',
  cancelDownload: 'Interrompre',
  cancelDownloadNamed: 'Interrompre le téléchargement de l’export du {date}',
  downloadStopped: 'Le téléchargement s’est arrêté à {percent, number} %',
  downloadNotStarted: 'Le téléchargement n’a pas commencé',
  downloadRefused: 'Cette archive ne peut pas être téléchargée',
  goOn: 'Reprendre',
  goOnNamed: 'Reprendre le téléchargement de l’export du {date}',
  saved: 'L’archive est dans vos téléchargements.',

  remove: 'Supprimer',
  removeNamed: 'Supprimer l’export du {date}',
  removeTitle: 'Supprimer cet export ?',
  removeText:
    'Son archive ne pourra plus être téléchargée. Vos documents restent dans votre coffre, et les exports des dernières 24 heures restent comptés.',
  removed: 'Export supprimé',

  contentsTitle: 'Ce que contient l’archive',
  contentsText:
    'Un fichier ZIP ordinaire : votre ordinateur l’ouvre sans rien installer. Il suit des normes publiques (ASiC-E, FNTC-TA, XAdES), que d’autres coffres savent relire.',
  tree: {
    archive: 'Vos documents, leurs preuves et de quoi tout vérifier',
    documents: 'Vos documents, par catégorie et par dossier, sous leur titre. La corbeille n’en fait pas partie.',
    proofs: 'Pour chaque document, la preuve de ce qui a été déposé, et quand.',
    journal: 'Tout ce qui s’est passé dans votre coffre, en page à lire et en données à vérifier.',
    seal: 'La liste de tous les fichiers avec leurs empreintes, le sceau électronique du service et l’horodatage.',
    verifier: 'Une page qui vérifie tout, sans connexion et sans nous.',
    readme: 'Le mode d’emploi, en français et en anglais.',
  },
  checkTitle: 'Vérifier sans nous',
  checkText:
    'Ouvrez verifier.html et déposez-y l’archive. Rien n’est envoyé : la page recalcule chaque empreinte sur votre appareil, et dit ce qui tient, ce qui ne tient pas, et sur la parole de qui.',
  openVerifier: 'Ouvrir le vérificateur',
} as const;
