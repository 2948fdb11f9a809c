import type { ErrorCode } from '@perenne/contract/errors';
import { coreFailures } from './failures-core.ts';

/** The words of the sign-in page, of the parts of `ui` and of the errors. */
export const core = {
  app: {
    name: 'Pérenne',
    skip: 'Aller au contenu',
    language: 'Switch to English',
    languageShort: 'EN',
    darkTheme: 'Passer au thème sombre',
    lightTheme: 'Passer au thème clair',
    help: 'Aide',
    privacy: 'Confidentialité',
    loading: 'Chargement en cours',
    version: 'Version {version}',
    crashTitle: 'Cette page n’a pas pu s’afficher',
    crashText: 'Vos documents ne sont pas touchés. Rechargez la page ; si cela se reproduit, revenez un peu plus tard.',
    reload: 'Recharger la page',
  },
  ui: {
    optional: '(facultatif)',
    close: 'Fermer',
    cancel: 'Annuler',
    retry: 'Réessayer',
    dismiss: 'Fermer la notification',
    showPassword: 'Afficher le mot de passe',
    hidePassword: 'Masquer le mot de passe',
    passwordRules: 'Règles du mot de passe',
    ruleKept: 'respectée',
    ruleMissing: 'à respecter',
    choose: 'Choisir',
    open: 'Ouvrir la liste',
    copyDigest: 'Copier l’empreinte',
    digestCopied: 'Empreinte copiée',
    digestNotCopied: 'Le navigateur n’a pas permis la copie. Sélectionnez l’empreinte pour la copier.',
    noMatch: 'Aucun résultat',
    offline: 'Vous êtes hors connexion. Ce qui est affiché peut ne plus être à jour.',
    step: 'Étape {current, number} sur {total, number} :',
    steps: 'Étapes',
    count: '{count, number} / {max, number}',
  },
  network: {
    unreachable: 'Le service ne répond pas. Vérifiez votre connexion, puis réessayez.',
    unexpected: 'Une erreur s’est produite. Réessayez dans un instant.',
    offline: 'Vous êtes hors connexion. Cette partie s’affichera dès votre retour en ligne.',
  },
  forms: {
    required: 'Le champ « {field} » est obligatoire.',
    minLength: 'Saisissez au moins {min, number} caractères.',
    maxLength: 'Saisissez au plus {max, number} caractères.',
    maxItems: 'La liste peut contenir {max, number} éléments au plus.',
    email: 'Saisissez une adresse e-mail valide, par exemple prenom.nom@exemple.fr.',
    name: 'Utilisez seulement des lettres, des espaces, des apostrophes et des tirets.',
    characters:
      'Ce texte contient des caractères invisibles, de contrôle ou de sens d’écriture, qui sont refusés. Saisissez-le au clavier.',
    date: 'Saisissez une date valide.',
    phone: 'Saisissez un numéro de téléphone français valide.',
    mobile: 'Saisissez un numéro de mobile français : le code arrive par SMS.',
    code: 'Saisissez les 6 chiffres du code.',
    same: 'Les deux mots de passe sont différents.',
    password: 'Ce mot de passe ne respecte pas encore toutes les règles.',
    accepted: 'Cochez cette case pour continuer.',
    host: 'Cette adresse n’est pas joignable depuis Pérenne. Elle doit être celle d’un serveur public.',
    invalid: 'Vérifiez ce champ.',
  },
  errors: {
    InvalidRequest: 'Certaines informations sont à corriger.',
    NotFound: 'Cette page ou cette action n’existe pas.',
    RequestTimeout: 'L’envoi était trop lent et s’est arrêté. Vérifiez votre connexion, puis réessayez.',
    PayloadTooLarge: 'Ce fichier est trop volumineux : 100 Mo au plus par document.',
    UnsupportedFileType: 'Ce type de fichier n’est pas accepté, ou son contenu ne correspond pas à son extension.',
    TooManyRequests:
      'Trop de demandes en peu de temps. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    InternalServerError: 'Une erreur s’est produite de notre côté. Réessayez dans un instant.',
    ServiceUnavailable: 'Le service est momentanément indisponible. Réessayez dans un instant.',
    AuthTokenNotValid: 'Votre session n’est plus valide. Reconnectez-vous.',
    Unauthorized: 'Adresse e-mail ou mot de passe incorrect.',
    AccountLocked:
      'Après trop de mots de passe incorrects, la connexion par mot de passe est fermée sur cet appareil. Ouvrez ici le lien que nous vous avons envoyé par e-mail, ou réinitialisez votre mot de passe.',
    PasswordResetRequired:
      'Un changement de votre compte a été annulé. Pour ouvrir votre coffre, choisissez un nouveau mot de passe par « Mot de passe oublié ».',
    Forbidden: 'Vous ne pouvez pas faire cette action.',
    WrongJwtPayload: 'Ce lien ne correspond plus à un partage en cours.',
    FranceConnectError:
      'La connexion par FranceConnect n’a pas pu aboutir. Utilisez votre adresse e-mail et votre mot de passe.',
    WrongSecondFactor: 'Cette vérification a échoué. Recommencez, ou choisissez une autre méthode.',
    SecondFactorRateLimitExceeded:
      '{tries, plural, =10 {Vous avez fait 10 essais en 24 heures.} other {Vous avez fait # essais.}} Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    NoVerificationCode: 'Aucun code n’est en attente. Demandez-en un nouveau.',
    WrongVerificationCode: 'Ce code est incorrect. Vérifiez-le, puis saisissez-le à nouveau.',
    ExpiredVerificationCode: 'Ce code a expiré. Demandez-en un nouveau.',
    VerificationCodeRateLimitExceeded:
      '{tries, plural, =10 {Vous avez fait 10 essais en 24 heures.} other {Vous avez fait # essais.}} Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    CodeRequestRateLimitExceeded:
      'Vous avez demandé 3 codes. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    EmailIsForbidden:
      'Cette adresse n’est pas acceptée. Utilisez une adresse personnelle, que vous garderez si vous changez d’employeur.',
    EmailNotVerified: 'Cette adresse e-mail n’est pas encore vérifiée. Demandez un code pour la vérifier.',
    EmailAlreadyExists: 'Un coffre existe déjà avec cette adresse e-mail. Utilisez-en une autre.',
    RequestEmailChangeRateLimitExceeded:
      'Vous avez fait 5 essais. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    ChangeEmailRateLimitExceeded:
      'Votre adresse a été changée trop souvent. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    InvalidUserPassword: 'Mot de passe incorrect. Saisissez votre mot de passe actuel.',
    PhoneNumberFormatError: 'Saisissez un numéro de téléphone français valide.',
    PasswordPolicyError:
      'Ce mot de passe est trop facile à deviner. Évitez les mots courants, votre nom et votre adresse e-mail.',
    RefusalDisabled:
      'Votre employeur ne permet pas de refuser les bulletins électroniques en ligne. Vous pouvez vous y opposer par écrit auprès de lui.',
    MergeVerificationRateLimitExceeded:
      'Vous avez fait 5 essais. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    UserIsNotActivated: 'Ce coffre n’est pas encore activé.',
    SelfMergeError: 'C’est le coffre dans lequel vous êtes déjà. Indiquez les identifiants de l’autre coffre.',
    MergeInProgress:
      'Une fusion, un export ou une fermeture est en cours dans l’un des deux coffres. Réessayez dans un instant.',
    EntityNotFound: 'Cet élément n’existe plus.',
    IdempotencyKeyReused:
      'Cette opération a déjà été faite avec un autre contenu. Rechargez la page, puis recommencez.',
    DocumentNotFound: 'Ce document n’existe plus, ou il a été déplacé dans la corbeille.',
    FolderNotFound: 'Ce dossier n’existe plus.',
    CategoryNotFound: 'Cette catégorie n’existe plus.',
    CategoryNotEmpty: 'Cette catégorie contient encore des documents. Déplacez-les ou supprimez-les, puis recommencez.',
    CategoryAlreadyExists: 'Une catégorie porte déjà ce nom. Choisissez-en un autre.',
    FolderAlreadyExists: 'Un dossier porte déjà ce nom à cet endroit. Choisissez-en un autre.',
    ModifiedElsewhere:
      'Entre-temps, cela a été modifié dans une autre fenêtre. Votre modification n’a pas été enregistrée. Vérifiez ce qui est affiché, puis recommencez.',
    InvalidMove: 'Un dossier ne peut pas aller dans lui-même, ni à plus de 10 niveaux de profondeur.',
    AcknowledgementRequired: 'Cette suppression demande votre confirmation. Cochez la case, puis recommencez.',
    UserSpaceStorageFull:
      'Il n’y a plus assez de place dans votre coffre. Supprimez des documents, puis videz la corbeille.',
    MalwareDetected: 'L’antivirus a bloqué ce fichier. Il n’a pas été ajouté.',
    AntimalwareUnavailable:
      'L’antivirus est momentanément indisponible : le fichier n’a pas été ajouté. Réessayez dans un instant.',
    SharingNotFound: 'Ce partage n’existe plus.',
    SharingSendCodeModeNotFound: 'Le code ne peut pas être envoyé de cette façon. Choisissez-en une autre.',
    SharingCodeNotFoundForUser: 'Aucun code n’est en attente. Demandez-en un nouveau.',
    EntitiesNotFoundForUser: 'Certains de ces documents ne font plus partie du partage. Rechargez la page.',
    EncryptionError: 'Ce document ne peut pas être ouvert pour le moment. Réessayez, ou prévenez son expéditeur.',
    DocumentRequestNotFound: 'Cette demande n’existe plus.',
    SafeboxExportEmpty: 'Votre coffre ne contient aucun document à exporter.',
    SafeboxExportInProgress: 'Un export est déjà en cours.',
    SafeboxExportLimitExceeded:
      'Vous avez demandé 5 exports en 24 heures. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} one {une heure} other {# heures}}.',
    SafeboxExportNotReady: 'Cet export n’est pas encore prêt. Réessayez dans un instant.',
    SafeboxExportNotFound: 'Cet export n’existe plus. Un export reste disponible 7 jours.',
    SafeboxIdNotFound: 'Ce coffre n’existe plus.',
    StreamExtractBytesError: 'Les documents n’ont pas pu être lus. Demandez un nouvel export : celui-ci ne compte pas.',
    WritingTmpFileError: 'L’archive n’a pas pu être enregistrée. Demandez un nouvel export : celui-ci ne compte pas.',
    ProofNotReady: 'La preuve de ce document sera prête dans une heure au plus. Réessayez plus tard.',
    DocumentDamaged:
      'Le contenu de ce document est endommagé et ne peut plus être ouvert. Contactez l’assistance. Si vous en avez une copie ailleurs, ajoutez-la à votre coffre.',
    CollectorNotFound: 'Ce collecteur n’existe plus.',
    AgentNotFound: 'Ce partenaire n’est pas proposé.',
    AgentUnavailable: 'Ce partenaire est momentanément indisponible. Réessayez plus tard.',
    CollectorBusy: 'Ce collecteur est en cours de synchronisation. Attendez qu’elle se termine, puis réessayez.',
    CollectorDisabled: 'Ce collecteur est désactivé. Activez-le d’abord.',
    CollectorAlreadyExists: 'Ce compte est déjà relié à votre coffre.',
    CollectorLimitExceeded: 'Votre coffre compte déjà 30 collecteurs. Supprimez-en un, puis réessayez.',
  } satisfies Record<ErrorCode, string>,
  limits: {
    markedPages:
      'Ce document ne peut pas être affiché : son expéditeur a demandé un filigrane, qui se pose sur {max, number} pages au plus. Prévenez son expéditeur.',
    markedPapers:
      '« {title} » a trop de pages pour porter un filigrane, qui se pose sur {max, number} pages au plus. Retirez ce document du partage, ou partagez sans filigrane.',
    newAddresses:
      'Rien n’a été envoyé. {max, plural, =20 {Pendant sa première semaine, un} other {Un}} coffre peut écrire à {max, number} nouvelles adresses au plus en 24 heures{left, plural, =0 {} one { : il en reste une} other { : il en reste #}}. Réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
    sms: 'Aucun SMS n’a été envoyé. En 24 heures, un numéro en reçoit {perNumber, number} au plus, et un expéditeur en fait envoyer {perSender, number} au plus. Demandez le code par e-mail, ou réessayez dans {hours, plural, =0 {{minutes, plural, one {une minute} other {# minutes}}} other {# heures}}.',
  },
  errorsIn: {
    login: {
      Unauthorized: 'Adresse e-mail ou mot de passe incorrect.',
    },
    passkeyLogin: {
      Unauthorized: 'Cette clé d’accès n’ouvre aucun coffre. Choisissez-en une autre, ou saisissez votre mot de passe.',
    },
    activation: {
      EntityNotFound: 'Le code saisi est incorrect, ou ne correspond pas à ce nom et à cette date de naissance.',
      AuthTokenNotValid: 'Cette activation a expiré. Recommencez avec votre code d’activation.',
    },
    exports: {
      MergeInProgress: 'Une fusion de coffres ou une fermeture est en cours. Demandez l’export un peu plus tard.',
      SafeboxExportEmpty:
        'Votre coffre ne contient aucun document à exporter. La corbeille ne fait pas partie de l’export.',
    },
    merge: {
      AccountLocked:
        'Après trop de mots de passe incorrects, la connexion par mot de passe est fermée pour l’autre coffre. Réinitialisez son mot de passe ou contactez l’assistance, puis revenez ici.',
      UserIsNotActivated:
        'Cet autre coffre ne peut pas encore rejoindre celui-ci : son adresse doit être changée, ou sa fermeture est demandée. Connectez-vous-y d’abord, puis revenez ici.',
      UserSpaceStorageFull:
        'Il n’y a plus assez de place ici pour les documents de l’autre coffre. Supprimez des documents, puis videz la corbeille.',
    },
    renaming: {
      InternalServerError: 'Le document n’a pas pu être renommé. Réessayez.',
    },
    sending: {
      EntityNotFound: 'La demande est close : ce fichier n’a pas été envoyé.',
      Forbidden: 'Cette demande a reçu tous les fichiers qu’elle accepte.',
      UserSpaceStorageFull: 'Le coffre qui reçoit n’a plus assez de place. Prévenez son propriétaire.',
    },
    sharing: {
      AuthTokenNotValid: 'Ce lien est invalide ou a expiré.',
      EntityNotFound: 'Ce partage n’est plus disponible.',
    },
  },
  coreFailures,
  session: {
    jwt_not_found: 'Connectez-vous pour voir cette page.',
    invalid_jwt_format: 'Votre session n’a pas pu être lue. Reconnectez-vous.',
    jwt_expired: 'Votre session a expiré. Reconnectez-vous pour continuer là où vous étiez.',
    AuthTokenNotValid: 'Votre session n’est plus valide. Reconnectez-vous pour continuer.',
    signedOut: 'Déconnexion effectuée.',
    signedOutEverywhere: 'Tous vos appareils sont déconnectés.',
    federationDeactivated:
      'FranceConnect est désactivé et n’ouvre plus votre coffre. Reconnectez-vous avec votre mot de passe.',
    closing: 'Votre coffre sera supprimé dans 30 jours. Connectez-vous d’ici là pour annuler.',
    secondFactorEnded: 'La vérification n’est plus en cours. Saisissez à nouveau votre mot de passe.',
    changeEnded: 'Le changement d’adresse n’est plus en cours. Connectez-vous pour le reprendre.',
    federationCancelled: 'La connexion par FranceConnect a été interrompue. Rien n’a été transmis.',
    signedOutHere:
      'Cet appareil est déconnecté. Le service n’a pas pu en être averti : la session y prendra fin d’elle-même.',
  },
  login: {
    title: 'Se connecter',
    subtitle: 'Retrouvez vos bulletins de paie et vos documents.',
    email: 'Adresse e-mail personnelle',
    password: 'Mot de passe',
    forgotten: 'Mot de passe oublié',
    submit: 'Se connecter',
    passkey: 'Utiliser une clé d’accès',
    passkeyCancelled: 'La clé d’accès n’a pas été confirmée. Recommencez, ou saisissez votre mot de passe.',
    passkeyUnsupported: 'Ce navigateur ne permet pas d’utiliser une clé d’accès. Saisissez votre mot de passe.',
    noAccount: 'Votre employeur vous a remis un code ?',
    activate: 'Activer mon coffre',
    noToken: 'La connexion a échoué. Réessayez dans un instant.',
    otherVersion:
      'Votre coffre s’ouvre dans une autre version du service, qui n’est pas accessible d’ici. Contactez l’assistance.',
    or: 'ou',
    franceConnect: 'S’identifier avec',
    aboutFranceConnect: 'Qu’est-ce que FranceConnect ?',
    demoTitle: 'Ceci est une démonstration',
    demoText: 'Les comptes et les documents sont fictifs. N’y déposez aucun document personnel.',
    noAntivirus: 'Les fichiers ajoutés ne sont pas contrôlés par un antivirus.',
    inbox: 'Voir les e-mails et les SMS de la démonstration',
    promise: 'Vos documents de toute une vie, gardés 50 ans.',
    point1: 'Chiffrés un par un, dès leur arrivée',
    point2: 'Les vôtres, même si vous changez d’employeur',
    point3: 'Chaque accès consigné dans un journal que vous pouvez lire',
  },
} as const;
