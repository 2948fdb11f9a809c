export const delivery = {
  title: 'Remise des bulletins de paie',
  text: 'Pour chaque employeur, choisissez entre le dépôt dans votre coffre et le papier. Vous pouvez changer d’avis à tout moment.',
  electronic: 'Dans votre coffre',
  paper: 'Sur papier',
  since: 'Depuis le {date}',
  off: 'Passer au papier',
  offNamed: 'Passer au papier : {employer}',
  on: 'Revenir au coffre',
  onNamed: 'Revenir au coffre : {employer}',
  receipt: 'Télécharger le récépissé',
  receiptNamed: 'Télécharger le récépissé : {employer}',
  receiptFile: 'recepisse-bulletins-de-paie.pdf',
  noRefusal:
    '{employer} ne permet pas ce changement en ligne. Vous gardez le droit de vous opposer à la remise électronique : écrivez à votre employeur, qui doit en tenir compte au plus tard trois mois après.',
  empty: 'Aucun employeur',
  emptyText: 'Aucun employeur ne dépose de bulletins de paie dans votre coffre.',
  offTitle: 'Recevoir vos bulletins sur papier ?',
  offEffect: '{employer} vous remettra vos bulletins de paie sur papier, au plus tard trois mois après votre demande.',
  offMeanwhile:
    'Les bulletins établis entre-temps ne seront pas déposés dans votre coffre, même si vous changez d’avis plus tard.',
  offOthers:
    'Vos autres documents, comme un contrat ou un certificat de travail, continueront d’arriver dans votre coffre.',
  offKept: 'Ceux qui s’y trouvent déjà y restent.',
  onTitle: 'Recevoir vos bulletins dans votre coffre ?',
  onEffect: '{employer} déposera vos prochains bulletins de paie dans votre coffre, où ils sont gardés 50 ans.',
  onMissed: 'Les bulletins établis pendant que la remise était sur papier ne seront pas redistribués.',
  sms: 'Un code vous sera envoyé par SMS pour confirmer.',
  sendCode: 'Recevoir un code par SMS',
  codeText: 'Un code de vérification à 6 chiffres a été envoyé au numéro de votre profil. Il est valable 10 minutes.',
  noMobile:
    'Le numéro de votre profil ne reçoit pas de SMS. Indiquez un mobile français dans « Mes informations », puis revenez ici.',
  code: 'Code de vérification reçu par SMS',
  confirm: 'Confirmer',
  doneTitle: 'C’est noté',
  doneOff: '{employer} vous remettra vos bulletins sur papier.',
  doneOn: '{employer} déposera vos bulletins dans votre coffre.',
  doneReceipt: 'Un récépissé daté fait foi de votre choix.',
  close: 'Terminer',
} as const;

export const linkedIdentity = {
  title: 'FranceConnect',
  linked: 'Coffre lié à FranceConnect',
  since: 'Depuis le {date}',
  linkedText:
    'Vous ouvrez votre coffre avec FranceConnect. Votre prénom, votre nom et votre date de naissance en viennent.',
  notLinked: 'Aucune identité liée',
  notLinkedText:
    'Votre coffre s’ouvre avec votre adresse e-mail et votre mot de passe. Pour le lier, choisissez FranceConnect sur la page de connexion.',
  deactivate: 'Désactiver FranceConnect',
  dialogTitle: 'Désactiver FranceConnect ?',
  dialogText:
    'Tous vos appareils seront déconnectés, et vous vous connecterez avec votre adresse e-mail et votre mot de passe. Vous pourrez à nouveau modifier votre identité et votre mot de passe.',
  askPassword:
    'Votre connexion par FranceConnect date de plus de 10 minutes. Saisissez votre mot de passe pour confirmer.',
  forgotten: 'Mot de passe oublié',
} as const;
