export const help = {
  title: 'Aide',
  subtitle: 'L’essentiel pour bien utiliser votre coffre.',
  activateTitle: 'Activer mon coffre',
  activateText:
    'Munissez-vous du code à 12 caractères remis par votre employeur, puis choisissez « Activer mon coffre » sur la page de connexion. Votre nom, votre date de naissance et une adresse e-mail personnelle vous seront demandés.',
  signInTitle: 'Je ne peux plus me connecter',
  signInText:
    'Vérifiez que vous utilisez votre adresse e-mail personnelle. Après 10 mots de passe incorrects de suite, la connexion par mot de passe se ferme sur les appareils que votre coffre ne connaît pas. Pour la rouvrir, suivez le lien reçu par e-mail ou réinitialisez votre mot de passe.',
  addTitle: 'Ajouter un document',
  addText:
    'Choisissez « Ajouter », puis un fichier de 100 Mo au plus : PDF, images, documents de bureautique, texte, e-mail ou ZIP. Vous disposez de 10 Go ; ce que déposent vos employeurs n’est pas compté.',
  deleteTitle: 'J’ai supprimé un document par erreur',
  deleteText:
    'Il reste 30 jours dans la corbeille, d’où vous pouvez le restaurer. Passé ce délai, il disparaît définitivement.',
  leaveTitle: 'Je quitte mon employeur',
  leaveText:
    'Vos documents restent dans votre coffre, qui est à vous. Vos bulletins de paie y sont gardés 50 ans, ou jusqu’à vos 75 ans.',
  paperTitle: 'Je préfère le papier',
  paperText:
    'Vous pouvez refuser les bulletins de paie électroniques à tout moment. Votre choix s’applique tout de suite et, selon la loi, au plus tard trois mois après. Vos autres documents continuent d’arriver dans votre coffre. Si votre employeur ne permet pas de refuser en ligne, vous gardez le droit de vous opposer par écrit (code du travail, article L. 3243-2) : écrivez-lui par lettre recommandée ou remise contre signature.',
  emailTitle: 'Changer mon adresse e-mail ou mon mot de passe',
  emailText:
    'Ouvrez « Connexion et sécurité » dans votre compte. Un message prévient votre ancienne adresse ; son lien annule le changement pendant 72 heures.',
  secondFactorTitle: 'Mieux protéger mon coffre',
  secondFactorText:
    'Ajoutez une double vérification dans « Connexion et sécurité » : une clé d’accès de votre appareil, ou une application d’authentification. Gardez les codes de secours à part : ils remplacent un appareil perdu.',
  devicesTitle: 'J’ai perdu un appareil, ou je ne reconnais pas une connexion',
  devicesText:
    'Dans « Connexion et sécurité », déconnectez cet appareil ou tous les appareils, puis changez de mot de passe. Le journal de votre coffre montre chaque connexion et chaque consultation.',
  journalTitle: 'Savoir ce qui s’est passé dans mon coffre',
  journalText:
    'Le journal de votre coffre garde chaque accès, chaque tentative et chaque changement, avec sa date. Vous pouvez le filtrer par nature et par période. Au-delà de dix lectures d’un document partagé par le même visiteur en un jour, il en garde une par heure : le partage les montre toutes.',
  exportTitle: 'Emporter mes documents, ou en prouver l’authenticité',
  exportText:
    'Ouvrez « Export » dans votre compte : une archive ZIP réunit vos documents, leurs preuves et le journal, et un e-mail vous prévient quand elle est prête. Pour un seul document, ses détails donnent une attestation et une preuve, que chacun peut vérifier sans nous.',
  closeTitle: 'Fermer mon coffre',
  closeText:
    'Ouvrez « Connexion et sécurité », puis « Fermer mon coffre ». Il est supprimé au bout de 30 jours ; vous connecter avant annule la fermeture.',
  panelTitle: 'Trouver une réponse',
  panelSearch: 'Votre question',
  panelFound: '{count, plural, =0 {Aucune réponse} one {Une réponse} other {# réponses}}',
  panelNone: 'Essayez d’autres mots, ou parcourez toute l’aide.',
  panelAll: 'Toute l’aide',
} as const;

export const privacy = {
  title: 'Confidentialité',
  subtitle: 'Ce que Pérenne sait de vous, et ce qui le protège.',
  dataTitle: 'Ce qui est gardé',
  dataText:
    'Votre identité, vos coordonnées, vos documents et leurs titres, vos partages et leurs destinataires, les identifiants que vous confiez à vos collecteurs, et le journal de ce qui s’est passé, avec les appareils et les adresses réseau. Rien à des fins publicitaires.',
  encryptionTitle: 'Comment c’est protégé',
  encryptionText:
    'Chaque document est chiffré avec sa propre clé, elle-même chiffrée avec celle de votre coffre. L’opérateur détient ces clés à l’écart des données. Titres, noms et adresses sont chiffrés eux aussi.',
  accessTitle: 'Qui peut lire',
  accessText:
    'Vous, et les personnes avec qui vous partagez, pour la durée que vous choisissez. Votre employeur dépose des documents ; de votre coffre, il sait seulement s’il est activé, et si vous avez choisi le papier. Le contenu n’est lu pour la recherche que si vous le demandez.',
  journalTitle: 'Ce qui est consigné',
  journalText:
    'Chaque accès, chaque tentative et chaque opération sont inscrits dans un journal que vous pouvez lire et dont l’altération se voit. Au-delà de dix accès en un jour d’un même visiteur à ce que vous partagez, il en garde un par heure : le partage les montre tous.',
  controllerTitle: 'Qui répond de vos données',
  controllerText: '{name} est responsable du traitement de vos données personnelles.',
  controllerAddress: 'Adresse : {address}',
  controllerEmail: 'Pour toute question ou demande :',
  controllerDpo: 'Délégué à la protection des données :',
  controllerNone: 'Cette installation n’a pas encore nommé de responsable du traitement.',
  basisTitle: 'Pourquoi et sur quelle base',
  basisText:
    'Tenir votre coffre et exécuter ce qui y est convenu avec vous (RGPD, article 6.1.b). Recevoir vos bulletins de paie pour le compte de vos employeurs, qui doivent vous les remettre (article 6.1.c, code du travail, article L. 3243-2). Consigner les accès et prouver l’intégrité, comme la loi le demande à un coffre-fort numérique (article 6.1.c, code des postes et des communications électroniques, article L. 103). Protéger le service contre les abus (intérêt légitime, article 6.1.f). Lire le contenu des documents pour la recherche, seulement si vous y consentez, et jusqu’à ce que vous changiez d’avis (article 6.1.a).',
  neededTitle: 'Ce qui est nécessaire',
  neededText:
    'Votre nom, votre date de naissance, votre adresse e-mail et votre téléphone sont nécessaires pour ouvrir et protéger votre coffre. L’adresse postale est facultative. Aucune décision n’est prise automatiquement à votre sujet.',
  hostingTitle: 'Où sont vos données',
  hostingText: 'Hébergement : {hosting}.',
  hostingOthers:
    'Les e-mails et les SMS passent par des prestataires d’envoi. Leurs messages ne nomment pas vos documents.',
  keptTitle: 'Combien de temps',
  keptText:
    'Vos documents restent tant que votre coffre est ouvert ; les bulletins de paie, 50 ans ou jusqu’à vos 75 ans. Un coffre fermé est détruit au bout de 30 jours. Une suppression est immédiate ; les sauvegardes l’oublient sous 30 jours.',
  complaintTitle: 'Une réclamation',
  complaintText:
    'Si la réponse ne vous satisfait pas, vous pouvez saisir la CNIL : 3 place de Fontenoy, TSA 80715, 75334 Paris Cedex 07, ou par son site :',
  rightsTitle: 'Vos droits',
  rightsText:
    'Accéder à vos données, les corriger, les effacer, en limiter l’usage, vous y opposer, et les emporter : depuis votre compte, vous consultez et corrigez vos informations, récupérez tout dans une archive ouverte, retirez votre consentement à la lecture des contenus et fermez votre coffre. Pour le reste, écrivez au responsable du traitement.',
  browserMeasured:
    'Votre session, la langue, le thème et vos choix d’affichage, ce que vous avez commencé, et des cookies de sécurité qui reconnaissent ce navigateur, 400 jours au plus. Aucun cookie publicitaire. Cette installation compte les pages vues et les pannes, sans rien qui vous désigne.',
  browserTitle: 'Ce que garde votre navigateur',
  browserText:
    'Votre session, la langue, le thème et vos choix d’affichage, ce que vous avez commencé, et des cookies de sécurité qui reconnaissent ce navigateur, 400 jours au plus. Aucun cookie publicitaire, aucune mesure d’audience.',
} as const;

export const terms = {
  title: 'Conditions d’utilisation',
  subtitle: 'Ce à quoi Pérenne s’engage, et ce qui vous revient.',
  safeTitle: 'Votre coffre',
  safeText: 'Le coffre est ouvert à votre nom et vous appartient. Il reste à vous si vous quittez votre employeur.',
  payslipsTitle: 'Vos bulletins de paie',
  payslipsText:
    'Vos employeurs peuvent déposer vos bulletins de paie dans votre coffre, sous forme électronique. Vous pouvez refuser à tout moment. Les bulletins déposés restent disponibles 50 ans, ou jusqu’à vos 75 ans.',
  dutiesTitle: 'Ce qui vous revient',
  dutiesText:
    'Gardez votre mot de passe pour vous, tenez votre adresse e-mail à jour et ne déposez que des documents que vous avez le droit de détenir.',
  proofTitle: 'Intégrité et preuve',
  proofText:
    'L’empreinte de chaque document est calculée à son dépôt, puis vérifiée régulièrement. Chaque opération est inscrite dans un journal que vous pouvez lire.',
  endTitle: 'Fermer votre coffre',
  endText:
    'Vous pouvez tout récupérer dans une archive ouverte, et fermer votre coffre ; il est alors supprimé au bout de 30 jours.',
} as const;

/** The panel of a support chatbot, which is a service of somebody else. */
export const chatbot = {
  title: 'Assistant',
  frame: 'Conversation avec l’assistant',
  provider: 'Un service fourni par {host} : il reçoit ce que vous tapez ici, et ne voit rien de votre coffre.',
  opening: 'Ouverture de l’assistant',
  offline: 'Vous êtes hors connexion. L’assistant s’ouvrira dès votre retour en ligne.',
  offlineNow: 'Vous êtes hors connexion. L’assistant répondra dès votre retour en ligne.',
  failed: 'L’assistant ne répond pas. Voici l’aide de Pérenne.',
  stopped: 'L’assistant ralentissait cette page : nous l’avons arrêté. Voici l’aide de Pérenne.',
} as const;
