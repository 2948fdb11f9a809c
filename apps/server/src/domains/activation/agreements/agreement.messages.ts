import type { Locale } from '../../../platform/http/locale.ts';
import { longDay, parisTime } from '../../../platform/time/calendar.ts';
import { renderMail } from '../../../platform/mail/layout.ts';
import { latestEffect } from './legal-dates.rules.ts';

type Mail = ReturnType<typeof renderMail>;
type Choice = { employerName: string; chosenAt: Date; pageUrl: string };
type AgreementMails = { refused(choice: Choice): Mail; accepted(choice: Choice): Mail };

const latest = (locale: Locale, chosenAt: Date): string => longDay(locale, latestEffect(chosenAt));

/** Subjects are read on locked screens: they name neither the employer nor the choice. */
export const agreementMails = {
  fr: {
    refused: ({ employerName, chosenAt, pageUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre choix pour vos bulletins de paie',
        title: 'Vous ne recevez plus vos bulletins de paie par voie électronique',
        paragraphs: [
          `Votre choix date du ${parisTime('fr', chosenAt)} (heure de Paris). ${employerName} ne dépose plus vos bulletins dans votre coffre et vous les remet sur papier.`,
          `Ce choix prend effet tout de suite et, selon la loi, au plus tard le ${latest('fr', chosenAt)} (code du travail, article D.\u00a03243-7).`,
          'Les documents déjà déposés restent dans votre coffre, et vos autres documents continuent d’y arriver.',
        ],
        action: { label: 'Voir mes choix', url: pageUrl },
        notes: [
          'Les bulletins émis entre-temps ne seront pas déposés plus tard.',
          'Le récépissé daté se télécharge sur la même page.',
          'Si ce choix n’est pas le vôtre, changez de mot de passe, puis acceptez de nouveau.',
        ],
      }),
    accepted: ({ employerName, chosenAt, pageUrl }) =>
      renderMail({
        locale: 'fr',
        subject: 'Votre choix pour vos bulletins de paie',
        title: 'Vous recevez de nouveau vos bulletins de paie dans votre coffre',
        paragraphs: [
          `Votre choix date du ${parisTime('fr', chosenAt)} (heure de Paris). ${employerName} dépose vos prochains bulletins dans votre coffre.`,
          `Ce choix prend effet tout de suite, et au plus tard le ${latest('fr', chosenAt)}.`,
        ],
        action: { label: 'Voir mes choix', url: pageUrl },
        notes: [
          'Les bulletins émis sur papier entre-temps ne sont pas déposés.',
          'Le récépissé daté se télécharge sur la même page.',
          'Si ce choix n’est pas le vôtre, changez de mot de passe, puis refusez de nouveau.',
        ],
      }),
  },
  en: {
    refused: ({ employerName, chosenAt, pageUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your choice for your payslips',
        title: 'You no longer receive electronic payslips',
        paragraphs: [
          `You made this choice on ${parisTime('en', chosenAt)} (Paris time). ${employerName} no longer deposits your payslips in your safe, and gives them to you on paper.`,
          `This takes effect at once and, by law, on ${latest('en', chosenAt)} at the latest (French labour code, article D.\u00a03243-7).`,
          'The documents already deposited stay in your safe, and your other documents still arrive there.',
        ],
        action: { label: 'See my choices', url: pageUrl },
        notes: [
          'Payslips issued in the meantime will not be deposited later.',
          'The dated receipt can be downloaded on the same page.',
          'If this was not your choice, change your password, then accept again.',
        ],
      }),
    accepted: ({ employerName, chosenAt, pageUrl }) =>
      renderMail({
        locale: 'en',
        subject: 'Your choice for your payslips',
        title: 'You receive your payslips in your safe again',
        paragraphs: [
          `You made this choice on ${parisTime('en', chosenAt)} (Paris time). ${employerName} deposits your next payslips in your safe.`,
          `This takes effect at once, and on ${latest('en', chosenAt)} at the latest.`,
        ],
        action: { label: 'See my choices', url: pageUrl },
        notes: [
          'Payslips issued on paper in the meantime are not deposited.',
          'The dated receipt can be downloaded on the same page.',
          'If this was not your choice, change your password, then refuse again.',
        ],
      }),
  },
} satisfies Record<Locale, AgreementMails>;

/** In the alphabet of GSM 7: with a typographic apostrophe or a no-break space it would cost a second SMS. */
export const agreementTexts = {
  fr: {
    agreementCode: (code) =>
      `Votre code Pérenne pour changer la remise de vos bulletins de paie : ${code}. Il est valable 10 minutes.`,
  },
  en: {
    agreementCode: (code) => `Your Pérenne code to change how you get your payslips: ${code}. Valid for 10 minutes.`,
  },
} satisfies Record<Locale, { agreementCode(code: string): string }>;
