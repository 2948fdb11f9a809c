import { visitorFailures } from './failures-outside.ts';
import { missingLink } from './missing-link.ts';

/** The words for people outside who were given documents. */
export const visitor = {
  visitorFailures,
  missingLink,
  publicShares: {
    title: 'Documents partagés',
    noneTitle: 'Aucun partage à ouvrir',
    noneText: 'Ouvrez le lien reçu par e-mail ou par SMS : il mène aux documents qui vous sont confiés.',
    about: 'Qu’est-ce que Pérenne ?',
    checkTitle: '{sender} partage des documents avec vous',
    checkText: 'Partage : {title}',
    why: 'Pour les protéger, un code de vérification à 6 chiffres montre que c’est bien vous. Vous n’avez pas de compte à créer.',
    linkWhy: 'Vous n’avez pas de compte à créer. Votre visite sera visible par l’expéditeur.',
    securityWhy: 'Un code de sécurité protège ces documents. Si vous ne l’avez pas, demandez-le à {sender}.',
    byEMAIL: 'Recevoir un code par e-mail',
    bySMS: 'Recevoir un code par SMS',
    haveCode: 'J’ai déjà un code',
    codeTitle: 'Saisir le code de vérification',
    codeTextEMAIL:
      'Il a été envoyé à {to} et reste valable 10 minutes. Regardez aussi dans les courriers indésirables.',
    codeTextSMS: 'Il a été envoyé par SMS au {to} et reste valable 10 minutes.',
    codeTextKnown:
      'Saisissez le dernier code reçu : il est valable 10 minutes. Pour en recevoir un autre, revenez en arrière.',
    code: 'Code de vérification',
    securityCode: 'Code de sécurité',
    open: 'Voir les documents',
    back: 'Retour',
    sendAgain: 'Renvoyer le code',
    sendAgainWait: 'Renvoyer le code dans {seconds, number} s',
    sentAgain: 'Un nouveau code est en route.',
    again: 'Votre accès était ouvert pour une heure. Confirmez que c’est bien vous pour continuer.',
    listSubtitle: 'Confiés pour une durée limitée. Gardez une copie de ce dont vous aurez besoin.',
    new: 'Nouveau',
    from: 'Envoyé par {sender}',
    until: 'Jusqu’au {date}',
    messageOf: 'Message joint par {sender}',
    documents: 'Documents',
    choose: 'Choisir {title}',
    read: 'Lire {title}',
    download: 'Télécharger {title}',
    downloadOne: 'Télécharger',
    downloadAll: 'Tout télécharger ({count, number} documents)',
    downloadChosen: '{count, plural, one {Télécharger le document choisi} other {Télécharger les # documents choisis}}',
    downloading: 'Téléchargement : {title}',
    cancel: 'Annuler le téléchargement : {title}',
    stopped: 'Téléchargement arrêté : {title}',
    saved: '{title} est téléchargé',
    preparing: 'Préparation du fichier ZIP',
    goOn: 'Reprendre',
    markRead: 'Marquer comme lu',
    markedRead: 'Partage marqué comme lu',
    expiredTitle: 'Lien invalide ou expiré',
    expiredText:
      'Le partage est arrivé à son terme, ou son auteur y a mis fin. Demandez-lui un nouveau lien si besoin.',
    linkTitle: 'Ouverture d’un lien',
    endedLinkText: 'Il a déjà servi, sa durée est écoulée, ou la personne qui l’a envoyé y a mis fin.',
    endedLinkHint: 'Vérifiez que l’adresse est entière, ou ouvrez le lien du message le plus récent.',
    cutLinkText:
      'Cette adresse s’arrête avant le lien. Ouvrez celui du message que vous avez reçu, ou copiez l’adresse en entier.',
    otherTitle: 'Un autre lien a été ouvert dans un autre onglet',
    otherText:
      'Cette page garde les documents que vous lisiez. Une fois quittée ou rechargée, elle montre ceux de l’autre lien.',
    otherShow: 'Voir les documents de l’autre lien',
    others: 'Voir les autres documents partagés',
    end: 'Terminer la visite',
    endedTitle: 'Visite terminée',
    endedText:
      'Ce navigateur a oublié le lien et ce qu’il ouvrait. Pour revoir les documents, ouvrez de nouveau le lien reçu.',
    endedHint:
      'Sur un appareil partagé, supprimez aussi les fichiers téléchargés et l’historique du navigateur, qui garde l’adresse du lien.',
    requestedTitle: 'Documents demandés',
    endedSendingText:
      'Cet onglet a oublié le lien de la demande. Pour envoyer d’autres fichiers, ouvrez de nouveau le lien reçu.',
    endedSendingHint:
      'Sur un appareil partagé, supprimez aussi l’historique du navigateur, qui garde l’adresse du lien.',
  },
  blockSender: {
    title: 'Ne plus recevoir de messages',
    askText: 'Vous avez reçu un message qu’une personne vous a envoyé par Pérenne. Vous pouvez refuser les suivants.',
    SENDER: 'Refuser les messages de cette personne',
    SENDERHint: 'Elle ne pourra plus vous écrire, et ses partages ne vous enverront plus de code.',
    ALL: 'Refuser les messages de toutes les personnes',
    ALLHint: 'Plus personne ne pourra vous écrire ni vous envoyer de code de partage par Pérenne.',
    secret:
      'Les personnes que vous refusez n’en sont pas averties. Si vous avez un coffre Pérenne, ses propres messages continuent d’arriver.',
    doneTitle: 'C’est enregistré',
    doneSENDER:
      'Vous ne recevrez plus rien de cette personne à cette adresse. Un message déjà parti peut encore arriver.',
    doneALL: 'Vous ne recevrez plus rien de personne à cette adresse. Un message déjà parti peut encore arriver.',
    regret: 'Si vous changez d’avis, écrivez à l’assistance.',
    endedTitle: 'Ce lien n’est plus valable',
    endedText: 'Ouvrez le lien du message le plus récent, et vérifiez que l’adresse est entière.',
    missingText: 'Le lien d’un autre message de la même personne convient aussi.',
    about: 'Qu’est-ce que Pérenne ?',
  },
} as const;
