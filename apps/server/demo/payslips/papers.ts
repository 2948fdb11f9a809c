import type { Fonts } from '../../src/platform/fonts.ts';
import type { Company } from './companies.ts';
import { makeLetter, type Person, type Sender } from './letter.ts';
import type { Employee } from './payslip.ts';
import { capitalised, euros, longDate, monthName } from './words.ts';

type Contract = { employer: Company; employee: Employee; monthlyGrossCents: number };

/** Signed on the day the employee joined. */
export function makeWorkContract(fonts: Fonts, { employer, employee, monthlyGrossCents }: Contract): Promise<Buffer> {
  const name = `${employee.firstName} ${employee.lastName}`;
  return makeLetter(fonts, {
    sender: employer,
    recipient: employee,
    date: employee.since,
    city: employer.city,
    title: 'Contrat de travail à durée indéterminée',
    introduction: `Entre ${employer.name}, SIRET ${employer.siret}, représentée par ${employer.signatory}, et ${name}, il est convenu ce qui suit.`,
    articles: [
      {
        heading: 'Article 1 – Emploi',
        text: `${name} occupe l’emploi de ${employee.job.toLowerCase()} à compter du ${longDate(employee.since)}, sous réserve d’une période d’essai de trois mois. La convention collective applicable est\u00a0: ${employer.agreement}.`,
      },
      {
        heading: 'Article 2 – Durée du travail',
        text: 'La durée du travail est de 35 heures par semaine, réparties du lundi au vendredi selon l’horaire collectif affiché dans l’atelier.',
      },
      {
        heading: 'Article 3 – Rémunération',
        text: `En contrepartie de son travail, une rémunération mensuelle brute de ${euros(monthlyGrossCents)}\u00a0€ est versée pour 151,67 heures. Les bulletins de paie sont remis sous forme électronique dans un coffre-fort numérique, sauf opposition.`,
      },
      {
        heading: 'Article 4 – Lieu de travail et congés',
        text: `Le travail s’exécute à ${employer.city}. Les congés payés sont acquis à raison de 2,08 jours ouvrés par mois.`,
      },
      {
        heading: 'Article 5 – Rupture',
        text: 'Après la période d’essai, chacune des parties peut mettre fin au contrat en respectant le préavis prévu par la convention collective.',
      },
    ],
    signatory: employer.signatory,
  });
}

type Amendment = { employer: Company; employee: Employee; date: string };

export function makeTeleworkAmendment(fonts: Fonts, { employer, employee, date }: Amendment): Promise<Buffer> {
  return makeLetter(fonts, {
    sender: employer,
    recipient: employee,
    date,
    city: employer.city,
    title: 'Avenant au contrat de travail – télétravail',
    introduction: `Le présent avenant complète le contrat du ${longDate(employee.since)}. Ses autres dispositions restent inchangées.`,
    articles: [
      {
        heading: 'Rythme',
        text: 'Le télétravail est exercé deux jours par semaine, en principe le mardi et le jeudi.',
      },
      {
        heading: 'Équipement',
        text: 'L’entreprise fournit un ordinateur portable et prend en charge une indemnité de 2,70\u00a0€ par jour télétravaillé.',
      },
      {
        heading: 'Réversibilité',
        text: 'Chacune des parties peut mettre fin au télétravail par écrit, avec un préavis d’un mois.',
      },
    ],
    signatory: employer.signatory,
  });
}

const landlord: Sender = {
  name: 'Régie des Deux Rives',
  activity: 'Gestion locative',
  address: ['27 rue du Bac-à-Traille', '69004 Lyon'],
  color: '#2d5f38',
  tint: '#e1eee3',
  monogram: 'RD',
};

type Rent = { tenant: Person; period: string; rentCents: number; chargesCents: number };

export function makeRentReceipt(fonts: Fonts, { tenant, period, rentCents, chargesCents }: Rent): Promise<Buffer> {
  const total = euros(rentCents + chargesCents);
  return makeLetter(fonts, {
    sender: landlord,
    recipient: tenant,
    date: `${period}-05`,
    city: 'Lyon',
    title: `Quittance de loyer – ${monthName(period)}`,
    introduction: `Nous reconnaissons avoir reçu de ${tenant.firstName} ${tenant.lastName} la somme de ${total}\u00a0€ au titre du loyer et des charges du logement situé ${tenant.address.join(', ')}, et lui en donnons quittance, sous réserve de tous nos droits.`,
    articles: [
      { heading: 'Période', text: `${capitalised(monthName(period))}, du premier au dernier jour du mois.` },
      { heading: 'Loyer hors charges', text: `${euros(rentCents)}\u00a0€` },
      { heading: 'Provision sur charges', text: `${euros(chargesCents)}\u00a0€` },
      { heading: 'Total payé', text: `${total}\u00a0€` },
    ],
    signatory: 'Le service de gestion',
  });
}

const insurer: Sender = {
  name: 'Mutuelle Astrée',
  activity: 'Complémentaire santé',
  address: ['5 cours des Aubépines', '21000 Dijon'],
  color: '#823258',
  tint: '#f4e4ec',
  monogram: 'MA',
};

type Membership = { member: Person; year: number; date: string };

export function makeHealthCertificate(fonts: Fonts, { member, year, date }: Membership): Promise<Buffer> {
  return makeLetter(fonts, {
    sender: insurer,
    recipient: member,
    date,
    city: 'Dijon',
    title: `Attestation de complémentaire santé ${year}`,
    introduction: `Nous attestons que ${member.firstName} ${member.lastName} bénéficie de nos garanties du 1er janvier au 31 décembre ${year}.`,
    articles: [
      { heading: 'Contrat', text: 'Collectif à adhésion obligatoire, formule Équilibre, responsable et solidaire.' },
      {
        heading: 'Soins courants',
        text: 'Jusqu’à 150\u00a0% de la base de remboursement, tiers payant en pharmacie et en laboratoire.',
      },
      {
        heading: 'Hospitalisation',
        text: 'Frais réels de séjour et chambre particulière à hauteur de 60\u00a0€ par jour.',
      },
      { heading: 'Optique et dentaire', text: 'Équipements du panier 100\u00a0% Santé sans reste à charge.' },
    ],
    signatory: 'Le service des adhésions',
  });
}
