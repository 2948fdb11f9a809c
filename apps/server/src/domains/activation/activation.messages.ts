import type { Locale } from '../../platform/http/locale.ts';
import { renderMail } from '../../platform/mail/layout.ts';

type Mail = ReturnType<typeof renderMail>;

/** Subjects are read on locked screens and in logs of mail servers: they name nobody. */
type ActivationMails = {
  emailCode(code: string): Mail;
  activationCode(code: string, activationUrl: string): Mail;
  welcome(links: { homeUrl: string; safetyUrl: string }): Mail;
  employerJoined(employerName: string, documentsUrl: string): Mail;
};

export const activationMails = {
  fr: {
    emailCode: (code) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre code de vérification',
        title: 'Confirmez votre adresse e-mail',
        paragraphs: ['Saisissez ce code sur la page d’activation de votre coffre.'],
        code,
        notes: [
          'Ce code est valable 10\u00a0minutes et ne sert qu’une fois.',
          'Si vous n’avez rien demandé, ignorez ce message.',
        ],
      }),
    activationCode: (code, activationUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre nouveau code d’activation',
        title: 'Voici votre nouveau code d’activation',
        paragraphs: ['Il vous permet d’ouvrir le coffre où votre employeur dépose vos documents.'],
        code,
        action: { label: 'Activer mon coffre', url: activationUrl },
        notes: [
          'Ce code est valable 90\u00a0jours. Il remplace le code précédent.',
          'Si vous n’avez rien demandé, gardez ce code pour vous\u00a0: il ne sert à personne d’autre.',
        ],
      }),
    welcome: ({ homeUrl, safetyUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre coffre est ouvert',
        title: 'Bienvenue dans votre coffre',
        paragraphs: [
          'Votre coffre est activé. Les documents de votre employeur y arrivent, et ceux qui vous attendaient s’y trouveront dans quelques minutes.',
          'Il reste à vous si vous changez d’employeur. Vous vous y connectez avec cette adresse e-mail.',
        ],
        action: { label: 'Ouvrir mon coffre', url: homeUrl },
        notes: [
          `Pour mieux protéger votre coffre, ajoutez une double vérification\u00a0: ${safetyUrl}`,
          'Si vous n’avez pas ouvert ce coffre, contactez l’assistance.',
        ],
      }),
    employerJoined: (employerName, documentsUrl) =>
      renderMail({
        locale: 'fr',
        subject: 'Un employeur a rejoint votre coffre',
        title: 'Un employeur dépose désormais dans votre coffre',
        paragraphs: [
          `${employerName} dépose désormais vos documents dans ce coffre. Ceux qui vous attendaient arrivent dans les prochaines minutes.`,
        ],
        action: { label: 'Voir mes documents', url: documentsUrl },
        notes: ['Si ce n’est pas vous, changez de mot de passe et contactez l’assistance.'],
      }),
  },
  en: {
    emailCode: (code) =>
      renderMail({
        locale: 'en',
        subject: 'Your verification code',
        title: 'Confirm your email address',
        paragraphs: ['Enter this code on the activation page of your safe.'],
        code,
        notes: ['This code is valid for 10 minutes and works once.', 'If you asked for nothing, ignore this message.'],
      }),
    activationCode: (code, activationUrl) =>
      renderMail({
        locale: 'en',
        subject: 'Your new activation code',
        title: 'Here is your new activation code',
        paragraphs: ['It opens the safe where your employer deposits your documents.'],
        code,
        action: { label: 'Activate my safe', url: activationUrl },
        notes: [
          'This code is valid for 90 days. It replaces the one before.',
          'If you asked for nothing, keep this code to yourself: it is of no use to anyone else.',
        ],
      }),
    welcome: ({ homeUrl, safetyUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your safe is open',
        title: 'Welcome to your safe',
        paragraphs: [
          'Your safe is activated. Documents from your employer arrive in it, and those that were waiting for you will be there within minutes.',
          'It stays yours if you change employer. You sign in with this email address.',
        ],
        action: { label: 'Open my safe', url: homeUrl },
        notes: [
          `To protect your safe better, add two-step verification: ${safetyUrl}`,
          'If you did not open this safe, contact support.',
        ],
      }),
    employerJoined: (employerName, documentsUrl) =>
      renderMail({
        locale: 'en',
        subject: 'An employer has joined your safe',
        title: 'An employer now deposits in your safe',
        paragraphs: [
          `${employerName} now deposits your documents in this safe. Those that were waiting for you arrive within minutes.`,
        ],
        action: { label: 'See my documents', url: documentsUrl },
        notes: ['If it was not you, change your password and contact support.'],
      }),
  },
} satisfies Record<Locale, ActivationMails>;

/** In the alphabet of GSM 7: with a typographic apostrophe or a no-break space it would cost a second SMS. */
export const activationTexts = {
  fr: {
    activationCode: (code) =>
      `Votre nouveau code Pérenne est ${code}. Il remplace le précédent et reste valable 90 jours.`,
    refusalCode: (code) =>
      `Votre code Pérenne pour refuser les bulletins de paie électroniques : ${code}. Il est valable 10 minutes.`,
  },
  en: {
    activationCode: (code) => `Your new Pérenne code is ${code}. It replaces the one before and is valid for 90 days.`,
    refusalCode: (code) => `Your Pérenne code to refuse electronic payslips: ${code}. Valid for 10 minutes.`,
  },
} satisfies Record<Locale, { activationCode(code: string): string; refusalCode(code: string): string }>;
