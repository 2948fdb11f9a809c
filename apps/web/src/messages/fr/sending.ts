/** What people outside read when they are asked for documents. */
export const sending = {
  sendFiles: {
    title: 'Documents demandés',
    asks: '{sender} vous demande des documents',
    endedTitle: 'Demande close ou introuvable',
    endedText: 'La demande est arrivée à son terme, ou son auteur y a mis fin. Demandez-lui un nouveau lien si besoin.',
    about: 'Qu’est-ce que Pérenne ?',
    drop: 'Déposez vos fichiers ici, ou',
    choose: 'Choisir des fichiers',
    more: 'Ajouter d’autres fichiers',
    takePhoto: 'Prendre une photo',
    hint: 'PDF, images, documents de bureautique, texte, e-mail ou ZIP : 100 Mo au plus par fichier.',
    scanned: 'Chaque fichier est contrôlé par un antivirus.',
    notScanned: 'Les fichiers ne sont pas contrôlés par un antivirus.',
    limits:
      '{left, plural, =0 {Aucun fichier à envoyer} one {Encore un fichier à envoyer} other {Encore # fichiers à envoyer au plus}}, jusqu’au {date}.',
    seenBy: 'Ils vont directement dans le coffre de {sender}, chiffrés. Vous n’avez pas de compte à créer.',
    tooMany:
      'Cette demande accepte {max, plural, one {un fichier} other {# fichiers}} au plus. Les autres n’ont pas été ajoutés.',
    files: 'Fichiers',
    waiting: 'En attente',
    offline: 'En attente de connexion',
    sending: 'Envoi en cours',
    sendingOf: 'Envoi de {name}',
    checking: 'Contrôle et chiffrement',
    sent: 'Envoyé',
    empty: 'Ce fichier est vide.',
    retry: 'Réessayer : {name}',
    cancel: 'Retirer : {name}',
    thanks: 'Merci, c’est envoyé',
    thanksText:
      '{count, plural, one {Votre fichier est} other {Vos # fichiers sont}} dans le coffre de {sender}. Vous pouvez fermer cette page.',
    noneLeft: 'Tous les fichiers demandés ont été envoyés.',
  },
} as const;
