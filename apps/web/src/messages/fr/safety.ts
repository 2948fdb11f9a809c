export const safety = {
  password: 'Mot de passe',
  passwordText: 'Il protège votre coffre. N’utilisez pas celui d’un autre service.',
  passwordChange: 'Changer de mot de passe',
  passwordCurrent: 'Mot de passe actuel',
  passwordNew: 'Nouveau mot de passe',
  passwordConfirmation: 'Confirmer le nouveau mot de passe',
  passwordOthers: 'Vos autres appareils seront déconnectés.',
  passwordSubmit: 'Changer le mot de passe',
  passwordDone: 'Mot de passe changé. Vos autres appareils sont déconnectés.',
  passwordLocked:
    'Votre coffre est lié à FranceConnect : le mot de passe ne se change pas ici. Désactivez d’abord FranceConnect ou, si vous ne pouvez plus l’utiliser, réinitialisez votre mot de passe avec un code reçu par e-mail ou par SMS.',
  passwordReset: 'Réinitialiser le mot de passe',
  toFranceConnect: 'Gérer FranceConnect',
  ruleLength: 'Au moins 12 caractères',
  ruleUppercase: 'Une lettre majuscule',
  ruleLowercase: 'Une lettre minuscule',
  ruleDigit: 'Un chiffre',
  ruleSpecials: 'Deux caractères spéciaux',

  email: 'Adresse e-mail de connexion',
  emailText: 'Vous vous connectez avec {email}.',
  emailChange: 'Changer d’adresse',
  emailTitle: 'Changer d’adresse e-mail',
  emailIntro: 'Choisissez une adresse personnelle, que vous garderez si vous changez d’employeur.',
  emailNew: 'Nouvelle adresse e-mail',
  emailPassword: 'Votre mot de passe',
  emailSubmit: 'Recevoir un code',
  emailSame: 'C’est déjà votre adresse de connexion.',
  warningTitle: 'Est-ce bien une adresse personnelle ?',
  warningText:
    '« {domain} » ne fait pas partie des messageries personnelles courantes. Si cette adresse dépend d’un employeur, vous perdrez l’accès à votre coffre en le quittant.',
  warningConfirm: 'Oui, garder cette adresse',
  warningCancel: 'Corriger l’adresse',
  emailCodeText:
    'Un code de vérification à 6 chiffres a été envoyé à {email}, votre nouvelle adresse. Il est valable 10 minutes.',
  emailCode: 'Code de vérification reçu par e-mail',
  emailCodeSubmit: 'Changer l’adresse',
  emailAgain: 'Modifier l’adresse',
  emailDoneTitle: 'Votre adresse est changée',
  emailDone:
    'Vous vous connecterez désormais avec {email}. Vos autres appareils sont déconnectés. Un message a été envoyé à {former} : le changement peut être annulé depuis ce message pendant 72 heures.',
  emailDoneClose: 'Terminer',

  confirmPassword: 'Votre mot de passe',
  confirmPasswordText: 'Saisissez votre mot de passe pour continuer.',
  goOn: 'Continuer',
} as const;

/** Codes received by e-mail or SMS, wherever the account asks for one. */
export const codeForm = {
  again: 'Renvoyer le code',
  wait: 'Renvoyer le code dans {seconds, number} s',
  sent: 'Un nouveau code vous a été envoyé.',
} as const;

export const devices = {
  title: 'Appareils connectés',
  text: 'Là où votre coffre est ouvert en ce moment. Si vous n’en reconnaissez pas un, déconnectez-le et changez de mot de passe.',
  named: '{browser} sur {system}',
  unknown: 'Navigateur inconnu',
  current: 'Cet appareil',
  lastSeen: 'Vu le {date}',
  inUse: 'En cours d’utilisation',
  opened: 'Connecté depuis le {date}',
  address: 'Adresse {address}',
  end: 'Déconnecter',
  endNamed: 'Déconnecter : {name}',
  ended: 'Appareil déconnecté',
  endTitle: 'Déconnecter cet appareil ?',
  endText: 'Votre coffre s’y fermera aussitôt. Pour le rouvrir, il faudra s’y connecter à nouveau.',
  everywhere: 'Se déconnecter partout',
  everywhereTitle: 'Se déconnecter de tous les appareils ?',
  everywhereText: 'Votre coffre se fermera sur tous les appareils, celui-ci compris. Vous devrez vous reconnecter.',
} as const;

export const closing = {
  title: 'Fermer mon coffre',
  text: 'Votre coffre et tous ses documents seront supprimés définitivement au bout de 30 jours. D’ici là, il suffit de vous connecter pour annuler.',
  open: 'Fermer mon coffre',
  exportFirst: 'Exporter d’abord mes documents',
  dialogTitle: 'Fermer votre coffre ?',
  first: 'Tous vos appareils sont déconnectés aussitôt.',
  second: 'Pendant 30 jours, rien n’est supprimé : vous connecter annule la fermeture.',
  third: 'Passé ce délai, vos documents, vos partages et votre compte sont supprimés, sans retour possible.',
  fourth:
    'Vos employeurs ne pourront plus y déposer vos bulletins de paie. Récupérez d’abord ce que vous voulez garder.',
  acknowledgement: 'J’ai compris que mes documents seront supprimés définitivement au bout de 30 jours.',
  submit: 'Fermer mon coffre',
} as const;
