/** The words that the flows of the identity share. */
export const identityFlow = {
  back: 'Retour',
  wrongCode: 'Ce code est incorrect. Seul le dernier code envoyé est valable.',
  sendAgain: 'Renvoyer le code',
  sendAgainWait: 'Renvoyer le code dans {seconds, number} s',
  sentAgain: 'Un nouveau code est demandé. Il remplace le précédent.',
  spent: 'Vous avez demandé 3 codes. Attendez une heure avant d’en demander un autre.',
} as const;

export const secondFactorStep = {
  title: 'Double vérification',
  textPASSKEY: 'Confirmez que c’est bien vous avec la clé d’accès de cet appareil ou d’un autre.',
  textTOTP: 'Saisissez le code à 6 chiffres affiché par votre application d’authentification.',
  textRECOVERY_CODE: 'Saisissez l’un de vos codes de secours. Il ne servira qu’une fois.',
  others: 'Un autre moyen',
  usePASSKEY: 'Utiliser une clé d’accès',
  useTOTP: 'Utiliser l’application d’authentification',
  useRECOVERY_CODE: 'Utiliser un code de secours',
  totpCode: 'Code de l’application',
  recoveryCode: 'Code de secours',
  submit: 'Vérifier',
  passkeySubmit: 'Utiliser ma clé d’accès',
  passkeyCancelled: 'La clé d’accès n’a pas été confirmée. Recommencez, ou choisissez un autre moyen.',
  passkeyUnsupported: 'Ce navigateur ne permet pas d’utiliser une clé d’accès. Choisissez un autre moyen.',
  passkeyWrong: 'Cette clé d’accès n’ouvre pas ce coffre. Choisissez-en une autre, ou un autre moyen.',
  wrongTOTP: 'Ce code est incorrect. Attendez le suivant, puis saisissez-le.',
  wrongRECOVERY_CODE: 'Ce code est incorrect ou a déjà servi. Saisissez-en un autre.',
  limited: 'Vous recommencerez alors par votre mot de passe.',
  back: 'Revenir au mot de passe',
} as const;

export const resetPassword = {
  stepEmail: 'Adresse e-mail',
  stepMode: 'Mode d’envoi',
  stepCode: 'Code',
  stepPassword: 'Nouveau mot de passe',
  next: 'Continuer',
  linkTitle: 'Changer de mot de passe',
  linkText: 'Vous allez choisir un nouveau mot de passe. Ce lien ne sert qu’une fois.',
  linkSubmit: 'Choisir un mot de passe',
  linkKeep: 'Garder l’actuel',
  linkEndedTitle: 'Ce lien n’est plus valable',
  linkEndedText: 'Il a déjà servi, ou les 60 minutes sont passées. Faites une nouvelle demande.',
  linkEndedSubmit: 'Faire une nouvelle demande',
  emailTitle: 'Mot de passe oublié',
  emailText: 'Saisissez l’adresse qui sert à vous connecter.',
  email: 'Adresse e-mail personnelle',
  modeTitle: 'Recevoir un code',
  modeText: 'Un code permet de choisir un nouveau mot de passe pour {email}.',
  byEmail: 'Par e-mail',
  byEmailText: 'À l’adresse qui sert à vous connecter',
  bySms: 'Par SMS',
  bySmsText: 'Au numéro de téléphone de votre profil',
  modeSubmit: 'Envoyer le code',
  expired: 'Cette demande a expiré au bout de 15 minutes, ou a déjà servi. Demandez un nouveau code.',
  sentTitle: 'Votre demande est enregistrée',
  sentTextEMAIL: 'Si un coffre existe pour {email}, un code vient d’être envoyé à cette adresse.',
  sentTextSMS: 'Si un coffre existe pour {email}, un code vient d’être envoyé par SMS au téléphone de son profil.',
  sentValid: 'Le code est valable 10 minutes.',
  sentTipEMAIL: 'Rien ne vient ? Regardez parmi les courriers indésirables, vérifiez l’adresse, ou choisissez le SMS.',
  sentTipSMS: 'Rien ne vient ? Vérifiez l’adresse saisie, ou choisissez l’e-mail.',
  sentSubmit: 'Saisir le code',
  codeTitle: 'Saisir le code',
  codeTextEMAIL: 'Le code de vérification à 6 chiffres envoyé par e-mail pour {email}.',
  codeTextSMS: 'Le code de vérification à 6 chiffres envoyé par SMS pour {email}.',
  code: 'Code de vérification',
  codeSubmit: 'Vérifier',
  codeDone: 'Votre code est vérifié. Il reste à choisir un mot de passe.',
  passwordTitle: 'Choisir un nouveau mot de passe',
  passwordText:
    'Il remplace l’ancien, qu’il ne faut pas reprendre. Les appareils connectés devront s’identifier à nouveau.',
  password: 'Nouveau mot de passe',
  confirmation: 'Confirmer le mot de passe',
  passwordSubmit: 'Changer le mot de passe',
  doneTitle: 'Votre mot de passe est changé',
  doneText: 'Tous vos appareils sont déconnectés. Connectez-vous avec le nouveau mot de passe.',
  toLogin: 'Se connecter',
} as const;

export const changeEmail = {
  stepEmail: 'Nouvelle adresse',
  stepCode: 'Code',
  stepOpening: 'Ouverture',
  emailTitle: 'Changer d’adresse de connexion',
  emailText:
    'Votre adresse de connexion dépend d’un employeur, ou n’est pas vérifiée. Remplacez-la par une adresse personnelle pour ouvrir votre coffre, et pour le garder si vous changez d’employeur.',
  email: 'Adresse e-mail personnelle',
  emailHint: 'Elle servira désormais à vous connecter.',
  emailSubmit: 'Recevoir un code',
  codeTitle: 'Vérifier votre adresse',
  codeText:
    'Un code de vérification à 6 chiffres a été envoyé à {email}, qui remplacera votre adresse. Il est valable 10 minutes.',
  code: 'Code de vérification reçu par e-mail',
  codeSubmit: 'Vérifier',
  openingTitle: 'Votre adresse est remplacée',
  openingText: 'Vous vous connectez désormais avec {email}. Votre coffre s’ouvre.',
  openingSubmit: 'Ouvrir mon coffre',
} as const;

export const undoEmailChange = {
  askTitle: 'Rétablir votre adresse de connexion',
  askText:
    'L’adresse de connexion de votre coffre a été changée. Si ce n’est pas vous, rétablissez l’ancienne : le coffre ne s’ouvrira plus avec la nouvelle.',
  askSubmit: 'Rétablir mon adresse',
  askKeep: 'Garder la nouvelle',
  undoneTitle: 'Votre adresse est rétablie',
  undoneText:
    'Vous vous connectez à nouveau avec l’adresse à laquelle ce lien a été envoyé. Tous les appareils sont déconnectés. L’ancien mot de passe n’ouvre plus votre coffre : choisissez-en un autre, et ne reprenez pas l’ancien, que quelqu’un d’autre connaît peut-être.',
  endedTitle: 'Ce lien n’est plus valable',
  endedText:
    'Il a déjà servi, ou les 72 heures sont passées. Si vous n’ouvrez plus votre coffre, réinitialisez votre mot de passe ou contactez l’assistance.',
  missingText: 'Si vous n’ouvrez plus votre coffre, réinitialisez votre mot de passe ou contactez l’assistance.',
  takenTitle: 'Votre ancienne adresse ouvre un autre coffre',
  takenText: 'Elle ne peut pas être rétablie ici. Contactez l’assistance.',
  toReset: 'Choisir un nouveau mot de passe',
  toLogin: 'Se connecter',
} as const;

export const undoSecondFactor = {
  askTitle: 'Annuler un changement de votre compte',
  askText:
    'Si vous n’êtes pas à l’origine de ce changement, annulez-le : tous les appareils seront déconnectés, les moyens de connexion ajoutés depuis seront retirés, et vous choisirez un nouveau mot de passe.',
  askSubmit: 'Annuler le changement',
  askKeep: 'Garder le changement',
  undoneTitle: 'Le changement est annulé',
  undoneText:
    'Tous les appareils sont déconnectés. Choisissez un nouveau mot de passe pour ouvrir votre coffre : ne reprenez pas l’ancien, que quelqu’un d’autre connaît peut-être.',
  endedTitle: 'Ce lien n’est plus valable',
  endedText:
    'Il a déjà servi, ou les 72 heures sont passées. Si vous n’ouvrez plus votre coffre, réinitialisez votre mot de passe ou contactez l’assistance.',
  missingText: 'Si vous n’ouvrez plus votre coffre, réinitialisez votre mot de passe ou contactez l’assistance.',
  toReset: 'Choisir un nouveau mot de passe',
} as const;

export const keepSecondFactor = {
  askTitle: 'Garder votre double vérification',
  askText:
    'L’assistance va supprimer la double vérification de votre coffre. Si vous ne l’avez pas demandé, gardez-la : rien ne changera.',
  askSubmit: 'Garder ma double vérification',
  askLet: 'Laisser faire l’assistance',
  keptTitle: 'Votre double vérification est gardée',
  keptText: 'Rien n’a changé dans votre coffre. Si vous n’avez rien demandé, changez votre mot de passe par prudence.',
  endedTitle: 'Ce lien n’est plus valable',
  endedText: 'Il a déjà servi, ou les 72 heures sont passées. Contactez l’assistance si vous avez un doute.',
  missingText: 'Si vous ne retrouvez pas le message, contactez l’assistance.',
  toLogin: 'Se connecter',
} as const;

export const unlockAccount = {
  askTitle: 'Rouvrir la connexion sur cet appareil',
  askText: 'Vous pourrez de nouveau vous connecter ici avec votre mot de passe. Ce lien ne sert qu’une fois.',
  askSubmit: 'Rouvrir la connexion',
  askKeep: 'Ne rien changer',
  openedTitle: 'La connexion est rouverte sur cet appareil',
  openedText: 'Vous pouvez de nouveau vous connecter ici avec votre mot de passe.',
  toLogin: 'Se connecter',
  endedTitle: 'Ce lien n’est plus valable',
  endedText:
    'Il a déjà servi, ou les 24 heures sont passées. Vous pouvez choisir un nouveau mot de passe : la connexion est alors rouverte partout.',
  missingText:
    'Si le lien n’est plus valable, choisissez un nouveau mot de passe : la connexion est alors rouverte partout.',
  toReset: 'Choisir un nouveau mot de passe',
} as const;

export const federatedSignIn = {
  askingTitle: 'Connexion par FranceConnect',
  askingText: 'Vérification de votre identité. Cela prend un instant.',
  linkTitle: 'Lier FranceConnect à votre coffre',
  linkText:
    'Cette identité n’est encore liée à aucun coffre. Connectez-vous une fois avec vos identifiants habituels : elle sera liée, et vous pourrez ensuite entrer par FranceConnect.',
  linkCondition: 'L’adresse e-mail et la date de naissance doivent être celles de votre compte.',
  linkNone: 'Vous n’avez pas encore de coffre ?',
  linkActivate: 'Activer mon coffre',
  linkCancel: 'Se connecter sans FranceConnect',
  linkRefused:
    'La connexion a abouti, mais l’identité FranceConnect n’a pas été liée : l’adresse e-mail et la date de naissance doivent être identiques à celles de votre compte, et la liaison se fait dans les dix minutes.',
  failedTitle: 'La connexion par FranceConnect n’a pas abouti',
  failedText:
    'L’adresse e-mail et la date de naissance doivent être identiques à celles de votre compte. Recommencez, ou utilisez votre adresse e-mail et votre mot de passe.',
  interruptedTitle: 'Aucune connexion FranceConnect en cours',
  interruptedText: 'Cette étape a été quittée ou rechargée, et ne peut pas être reprise. Recommencez la connexion.',
  unreachableTitle: 'La connexion est en attente',
  otherVersionTitle: 'Votre coffre est ailleurs',
  otherVersionText:
    'Il s’ouvre dans une autre version du service, qui n’est pas accessible d’ici. Contactez l’assistance.',
  again: 'Recommencer avec FranceConnect',
  toLogin: 'Se connecter autrement',
} as const;
