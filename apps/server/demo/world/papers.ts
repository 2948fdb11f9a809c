import type { Fonts } from '../../src/platform/fonts.ts';
import { makeDiploma } from '../payslips/diploma.ts';
import { makeIdentityPicture } from '../payslips/identity-picture.ts';
import { makeEnergyInvoice } from '../payslips/invoice.ts';
import { makeHealthCertificate, makeRentReceipt, makeTeleworkAmendment, makeWorkContract } from '../payslips/papers.ts';
import { monthName } from '../payslips/words.ts';
import type { Owner } from './cast.ts';
import { deposit } from './deposits.ts';
import type { Job } from './employees.ts';
import { ownerActor } from './owners.ts';
import { asEmployee, linesOf } from './payslips.ts';
import { instantOf, periodBefore, type Happening } from './timeline.ts';
import { ensurePaper, type Paper } from './uploads.ts';

type Filing = { day: string; time: string; paper: Paper };
type Life = { owner: Owner; job: Job; now: Date };

/** The papers that someone keeps beside payslips: their own, and one of the employer’s that is not read yet. */
export const papersOf = (fonts: Fonts, life: Life): Happening[] => [
  ...[...lastingPapers(fonts, life), ...recentPapers(fonts, life)].map(
    ({ day, time, paper }) =>
      ({
        at: instantOf(day, time),
        happen: (platform) => ensurePaper(platform, ownerActor(platform, life.owner), paper),
      }) satisfies Happening,
  ),
  amendmentOf(fonts, life),
];

/** Filed when the safe was new. */
function lastingPapers(fonts: Fonts, { owner, job, now }: Life): Filing[] {
  const { firstName, lastName, birthDate } = owner;
  const day = `${periodBefore(now, job.payslips)}-14`;
  const holder = { firstName, lastName, birthDate, birthPlace: 'Annecy' };
  const expiresOn = dayAfter(now, 75);
  const degree = { degree: 'Licence professionnelle', subject: 'Design d’espace', date: '2010-07-02' };
  const { monthlyGrossCents, employer } = job;
  const contract = { employer: employer.company, employee: asEmployee(owner, job), monthlyGrossCents };
  const papers: Paper[] = [
    {
      ...{ title: 'Carte nationale d’identité', type: 'CIDT', fileName: 'carte-identite.png' },
      make: () => makeIdentityPicture(fonts, { ...holder, heading: 'CARTE D’IDENTITÉ', issuedOn: '2022-05-16' }),
    },
    {
      ...{ title: 'Passeport', type: 'PSPR', fileName: 'passeport.png', expiresOn },
      make: () => makeIdentityPicture(fonts, { ...holder, heading: 'PASSEPORT', issuedOn: tenYearsBefore(expiresOn) }),
    },
    {
      ...{ title: `Contrat de travail – ${employer.name}`, type: 'CONT', fileName: 'contrat.pdf' },
      make: () => makeWorkContract(fonts, contract),
    },
    {
      ...{ title: 'Diplôme – licence professionnelle', type: 'DPLM', fileName: 'diplome.pdf' },
      make: () => makeDiploma(fonts, { firstName, lastName, ...degree }),
    },
  ];
  return papers.map((paper, index) => ({ day, time: `18:1${index}`, paper }));
}

const dayAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

const tenYearsBefore = (day: string): string => `${Number(day.slice(0, 4)) - 10}${day.slice(4)}`;

const consumptionKwh = [310, 298, 264, 241, 190, 152, 131, 128, 140, 171, 232, 287];

/** The post of the last two months. */
function recentPapers(fonts: Fonts, { owner, now }: Life): Filing[] {
  const person = { firstName: owner.firstName, lastName: owner.lastName, address: linesOf(owner) };
  const monthly = [2, 1]
    .map((ago) => periodBefore(now, ago))
    .flatMap((period): Filing[] => [
      {
        ...{ day: `${period}-08`, time: '19:05' },
        paper: {
          ...{ title: `Quittance de loyer – ${monthName(period)}`, type: 'AUDO', kind: 'housing' },
          fileName: `quittance-${period}.pdf`,
          make: () => makeRentReceipt(fonts, { tenant: person, period, rentCents: 72_000, chargesCents: 8_500 }),
        },
      },
      {
        ...{ day: `${period}-19`, time: '19:40' },
        paper: {
          ...{ title: `Facture d’électricité – ${monthName(period)}`, type: 'FACTA' },
          fileName: `electricite-${period}.pdf`,
          make: () => makeEnergyInvoice(fonts, { customer: person, period, consumptionKwh }),
        },
      },
    ]);
  return [...monthly, healthCertificate(fonts, { person, period: periodBefore(now, 1) })];
}

type Membership = { person: Parameters<typeof makeHealthCertificate>[1]['member']; period: string };

function healthCertificate(fonts: Fonts, { person, period }: Membership): Filing {
  const year = Number(period.slice(0, 4));
  return {
    ...{ day: `${period}-13`, time: '12:30' },
    paper: {
      ...{ title: `Attestation de mutuelle ${year}`, type: 'AUDO', kind: 'health', fileName: `mutuelle-${year}.pdf` },
      make: () => makeHealthCertificate(fonts, { member: person, year, date: `${period}-12` }),
    },
  };
}

function amendmentOf(fonts: Fonts, { owner, job, now }: Life): Happening {
  const day = `${periodBefore(now, 1)}-21`;
  return {
    at: instantOf(day, '09:15'),
    happen: async (platform) => {
      const { company } = job.employer;
      await deposit(platform, job.employer, {
        metadata: { employeeNumber: job.employeeNumber, type: 'CONT', title: 'Avenant au contrat – télétravail' },
        fileName: 'avenant-teletravail.pdf',
        content: await makeTeleworkAmendment(fonts, {
          ...{ employer: company, employee: asEmployee(owner, job) },
          date: day,
        }),
      });
    },
  };
}
