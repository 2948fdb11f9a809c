import { sendingFailures } from './failures-outside.ts';
import { missingLink } from './missing-link.ts';

/** The words for people outside who are asked for documents. */
export const sending = {
  sendingFailures,
  missingLink,
  sendFiles: {
    title: 'Documents demandés',
    asks: '{sender} vous demande des documents',
    endedTitle: 'Demande close ou introuvable',
    endedText: 'La demande est arrivée à son terme, ou son auteur y a mis fin. Demandez-lui un nouveau lien si besoin.',
    noLinkText: 'Cette page n’a plus le lien de la demande. Il est dans le message reçu.',
    about: 'Qu’est-ce que Pérenne ?',
    drop: 'Déposez vos fichiers ici, ou',
    choose: 'Choisir des fichiers',
    more: 'Ajouter d’autres fichiers',
    takePhoto: 'Prendre une photo',
    hint: 'PDF, images, documents de bureautique, texte, e-mail ou ZIP : 100 Mo au plus par fichier.',
    scanned: 'Chaque fichier est contrôlé par un antivirus.',
    notScanned: 'Les fichiers ne sont pas contrôlés par un antivirus.',
    limits:
      '{left, plural, =0 {Plus aucun fichier ne peut être ajouté.} one {Encore un fichier à envoyer, jusqu’au {date}.} other {Encore # fichiers à envoyer au plus, jusqu’au {date}.}}',
    seenBy: '{sender} les reçoit directement dans son coffre, chiffrés. Vous n’avez pas de compte à créer.',
    tooMany:
      'Cette demande accepte {max, plural, one {un fichier} other {# fichiers}} au plus. Les autres n’ont pas été ajoutés.',
    chosen: 'Fichiers à envoyer',
    senderName: 'Votre nom',
    note: 'Un mot pour la personne qui les reçoit',
    submit: '{count, plural, one {Envoyer le fichier} other {Envoyer les # fichiers}}',
    files: 'Fichiers',
    waiting: 'En attente',
    offline: 'En attente de connexion',
    sending: 'Envoi en cours',
    sendingOf: 'Envoi : {name}',
    checking: 'Contrôle et chiffrement',
    sent: 'Envoyé',
    empty: 'Ce fichier est vide.',
    retry: 'Réessayer : {name}',
    cancel: 'Retirer : {name}',
    thanks: 'Merci, c’est envoyé',
    thanksPartly: 'Tout n’est pas envoyé',
    thanksText: '{sender} a {count, plural, one {votre fichier} other {vos # fichiers}} dans son coffre.',
    mayClose: 'Vous pouvez fermer cette page.',
    notSent: '{count, plural, one {Un fichier n’a pas été envoyé} other {# fichiers n’ont pas été envoyés}}.',
    noneLeft: 'Tous les fichiers demandés ont été envoyés.',
    end: 'Terminer la visite',
  },
} as const;
