import type { Locale } from '../../src/platform/http/locale.ts';

type Words = {
  service: string;
  title: string;
  demonstration: string;
  lead: string;
  login: string;
  password: string;
  signIn: string;
  cancel: string;
  wrong: string;
  passed: string;
  passedData: string;
  people: string;
  situation: Record<'linked' | 'linkable' | 'unknown' | 'pending', string>;
  signOutTitle: string;
  signOutLead: string;
  signOut: string;
  errorTitle: string;
  errorLead: string;
  reason: string;
  goneTitle: string;
  goneLead: string;
  home: string;
};

export const words: Record<Locale, Words> = {
  fr: {
    service: 'FranceConnect de démonstration',
    title: 'Se connecter',
    demonstration: 'Ceci est une démonstration, pas le service FranceConnect. Les identités sont inventées.',
    lead: 'Saisissez l’identifiant et le mot de passe d’une identité de test.',
    login: 'Identifiant',
    password: 'Mot de passe',
    signIn: 'Se connecter',
    cancel: 'Annuler et revenir à Pérenne',
    wrong: 'Identifiant ou mot de passe incorrect. Reprenez l’une des identités de test ci-dessous.',
    passed: 'Ce qui est transmis à Pérenne',
    passedData: 'Prénoms, nom de naissance, date de naissance, adresse e-mail.',
    people: 'Identités de test',
    situation: {
      linked: 'liée à un coffre',
      linkable: 'a un coffre, pas encore lié',
      unknown: 'inconnue de Pérenne',
      pending: 'attendue par son employeur, coffre à activer',
    },
    signOutTitle: 'Se déconnecter',
    signOutLead: 'La session FranceConnect de démonstration se termine, puis vous revenez à Pérenne.',
    signOut: 'Se déconnecter',
    errorTitle: 'La demande est refusée',
    errorLead: 'Le service qui vous a envoyé ici a fait une demande que FranceConnect n’accepte pas.',
    reason: 'Motif',
    goneTitle: 'Cette connexion n’est plus valable',
    goneLead: 'Revenez à Pérenne et recommencez\u00a0: une connexion dure dix minutes et ne sert qu’une fois.',
    home: 'Revenir à Pérenne',
  },
  en: {
    service: 'Demonstration FranceConnect',
    title: 'Sign in',
    demonstration: 'This is a demonstration, not the FranceConnect service. Its identities are invented.',
    lead: 'Enter the login and the password of a test identity.',
    login: 'Login',
    password: 'Password',
    signIn: 'Sign in',
    cancel: 'Cancel and go back to Pérenne',
    wrong: 'Wrong login or password. Take one of the test identities below.',
    passed: 'What is passed on to Pérenne',
    passedData: 'First names, birth name, date of birth, email address.',
    people: 'Test identities',
    situation: {
      linked: 'linked to a safe',
      linkable: 'has a safe, not linked yet',
      unknown: 'unknown to Pérenne',
      pending: 'announced by an employer, safe to be activated',
    },
    signOutTitle: 'Sign out',
    signOutLead: 'The demonstration FranceConnect session ends, then you go back to Pérenne.',
    signOut: 'Sign out',
    errorTitle: 'The request is refused',
    errorLead: 'The service that sent you here made a request that FranceConnect does not accept.',
    reason: 'Reason',
    goneTitle: 'This sign-in is no longer valid',
    goneLead: 'Go back to Pérenne and start again: a sign-in lasts ten minutes and works once.',
    home: 'Back to Pérenne',
  },
};
