import type { Locale } from '../../../platform/http/locale.ts';
import { renderMail } from '../../../platform/mail/layout.ts';
import type { Stage } from './expiry.rules.ts';

type Mail = ReturnType<typeof renderMail>;

/** Others read mails too: they name no document, and no date of it. */
const french: Record<Stage, string> = {
  sixMonths: 'Une pièce d’identité ou un permis gardé dans votre coffre arrive en fin de validité dans six mois.',
  twoMonths: 'Une pièce d’identité ou un permis gardé dans votre coffre arrive en fin de validité dans deux mois.',
  oneWeek: 'Une pièce d’identité ou un permis gardé dans votre coffre arrive en fin de validité dans une semaine.',
  over: 'Une pièce d’identité ou un permis gardé dans votre coffre n’est plus valable.',
};

const english: Record<Stage, string> = {
  sixMonths: 'An identity paper or a driving licence in your safe expires in six months.',
  twoMonths: 'An identity paper or a driving licence in your safe expires in two months.',
  oneWeek: 'An identity paper or a driving licence in your safe expires in a week.',
  over: 'An identity paper or a driving licence in your safe is no longer valid.',
};

export const expiryMails = {
  fr: (stage, homeUrl) =>
    renderMail({
      locale: 'fr',
      subject: 'Un renouvellement à prévoir',
      title: 'Un renouvellement à prévoir',
      paragraphs: [french[stage], 'Connectez-vous pour voir de quel document il s’agit.'],
      action: { label: 'Ouvrir mon coffre', url: homeUrl },
      notes: [
        'Vous avez indiqué ou confirmé cette date. Vous pouvez la modifier ou la retirer dans votre coffre.',
        'La copie reste dans votre coffre après cette date.',
      ],
    }),
  en: (stage, homeUrl) =>
    renderMail({
      locale: 'en',
      subject: 'A renewal to plan',
      title: 'A renewal to plan',
      paragraphs: [english[stage], 'Sign in to see which document it is.'],
      action: { label: 'Open my safe', url: homeUrl },
      notes: [
        'You entered or confirmed this date. You can change it or remove it in your safe.',
        'The copy stays in your safe after that date.',
      ],
    }),
} satisfies Record<Locale, (stage: Stage, homeUrl: string) => Mail>;
