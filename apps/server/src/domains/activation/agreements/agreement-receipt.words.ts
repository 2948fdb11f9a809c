import { longDay, parisTime, universalTime } from '../../../platform/time/calendar.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { AgreementChoice } from '../../employers/employers.ts';
import { latestEffect } from './legal-dates.rules.ts';

export type ReceiptWords = {
  fileName: string;
  tagline: string;
  title: string;
  introduction: string;
  /** Read as a table: each row a name and a value. */
  rows: Array<readonly [string, string]>;
  digestLabel: string;
  effect: { title: string; text: string };
  law: string;
};

type Choice = AgreementChoice;

/** The words of a receipt; the person, the employer and the dates are those of the choice. */
export const receiptWords = (locale: Locale, choice: Choice): ReceiptWords =>
  locale === 'fr' ? frenchWords(choice) : englishWords(choice);

const personOf = ({ firstName, lastName }: Choice): string => `${firstName} ${lastName}`;

/** It shows which phone, and no more: `+33 •• •• •• •• 12`. */
const maskPhone = (phone: string): string => `${phone.slice(0, 3)} •• •• •• •• ${phone.slice(-2)}`;

function frenchWords(choice: Choice): ReceiptWords {
  const { accepted, chosenAt, employerName, phone, choiceId, journalHash } = choice;
  const latest = longDay('fr', latestEffect(chosenAt));
  return {
    fileName: accepted ? 'recepisse-acceptation' : 'recepisse-refus',
    tagline: 'Votre coffre-fort numérique',
    title: accepted ? 'Acceptation du bulletin de paie électronique' : 'Refus du bulletin de paie électronique',
    introduction: 'Récépissé daté du choix de la personne salariée, à conserver.',
    rows: [
      ['Personne salariée', personOf(choice)],
      ['Employeur', employerName],
      [
        'Choix',
        accepted
          ? 'Recevoir les bulletins de paie par voie électronique'
          : 'Ne plus recevoir les bulletins de paie par voie électronique',
      ],
      ['Date et heure (Paris)', parisTime('fr', chosenAt)],
      ['Date et heure (UTC)', universalTime(chosenAt)],
      [
        'Confirmation',
        phone === null
          ? 'Ouverture du coffre, conditions acceptées'
          : `Code de vérification envoyé par SMS au ${maskPhone(phone)}`,
      ],
      ['Référence', choiceId],
    ],
    digestLabel: journalHash
      ? 'Empreinte de l’entrée du journal du coffre (SHA-256)'
      : 'Empreinte de ce récépissé (SHA-256)',
    effect: {
      title: `Prise d’effet\u00a0: au plus tard le ${latest}`,
      text: accepted
        ? 'Pérenne applique ce choix dès le jour même\u00a0: les prochains bulletins sont déposés dans le coffre. Ceux qui ont été émis sur papier ne sont pas redistribués.'
        : 'Pérenne applique ce choix dès le jour même\u00a0: aucun nouveau bulletin n’est déposé, et l’employeur remet les suivants sur papier. Ceux qui ont été émis entre-temps ne sont pas redistribués.',
    },
    law: accepted
      ? 'Code du travail, article L.\u00a03243-2\u00a0: sauf opposition de la personne salariée, l’employeur peut remettre le bulletin de paie sous forme électronique. Cette personne peut s’y opposer à tout moment.'
      : 'Code du travail, articles L.\u00a03243-2 et D.\u00a03243-7\u00a0: la personne salariée peut s’opposer à tout moment à la remise électronique. Sa demande prend effet dans les meilleurs délais, et au plus tard trois mois après.',
  };
}

function englishWords(choice: Choice): ReceiptWords {
  const { accepted, chosenAt, employerName, phone, choiceId, journalHash } = choice;
  const latest = longDay('en', latestEffect(chosenAt));
  return {
    fileName: accepted ? 'acceptance-receipt' : 'refusal-receipt',
    tagline: 'Your digital safe',
    title: accepted ? 'Acceptance of electronic payslips' : 'Refusal of electronic payslips',
    introduction: 'Dated receipt of the employee’s choice, to be kept.',
    rows: [
      ['Employee', personOf(choice)],
      ['Employer', employerName],
      ['Choice', accepted ? 'To receive electronic payslips' : 'To no longer receive electronic payslips'],
      ['Date and time (Paris)', parisTime('en', chosenAt)],
      ['Date and time (UTC)', universalTime(chosenAt)],
      [
        'Confirmed by',
        phone === null
          ? 'Opening the safe, terms accepted'
          : `Verification code sent by text message to ${maskPhone(phone)}`,
      ],
      ['Reference', choiceId],
    ],
    digestLabel: journalHash
      ? 'Digest of the entry in the safe’s journal (SHA-256)'
      : 'Digest of this receipt (SHA-256)',
    effect: {
      title: `Takes effect on ${latest} at the latest`,
      text: accepted
        ? 'Pérenne applies this choice on the very day it was made: the next payslips are deposited in the safe. Those issued on paper are not distributed again.'
        : 'Pérenne applies this choice on the very day it was made: no new payslips are deposited, and the employer gives them on paper. Those issued meanwhile are not distributed again.',
    },
    law: accepted
      ? 'French labour code, article L.\u00a03243-2: unless the employee objects, the employer may give payslips in electronic form. The employee may object at any time.'
      : 'French labour code, articles L.\u00a03243-2 and D.\u00a03243-7: the employee may object to electronic payslips at any time. The request takes effect as soon as possible, and three months later at the latest.',
  };
}
