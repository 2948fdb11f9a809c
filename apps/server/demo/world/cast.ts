import type { Company } from '../payslips/companies.ts';
import { atelierMorvan, maisonRoux } from '../payslips/companies.ts';

/** The cast of the demonstration: invented people, on domains and numbers that are kept for fiction. */

export type CastEmployer = {
  /** In clear in the database: it names nobody. */
  clientId: string;
  company: Company;
  emailDomain: string;
  refusalAllowed: boolean;
};

export type Person = {
  firstName: string;
  lastName: string;
  birthDate: string;
  email: string;
  phone: string;
};

/** Someone’s job: what the employer says of it, and prints on its payslips. */
export type Employment = {
  employer: CastEmployer;
  employeeNumber: string;
  /** How this employer reaches them. */
  contact: { email?: string; phone?: string };
  job: string;
  /** `YYYY-MM-DD`. */
  since: string;
  monthlyHours: number;
  monthlyGrossCents: number;
  /** For how many months payslips have been deposited, up to last month’s. */
  payslips: number;
  /** The month of which none came: how many months ago. */
  missing?: number;
  /** Which month’s was deposited again, corrected: how many months ago. */
  corrected?: number;
};

export type Owner = Person & {
  password: string;
  address: { address: string; postalCode: string; city: string };
  mustChangeEmail: boolean;
  employments: readonly Employment[];
};

export type Pending = Person & { address: Owner['address']; employment: Employment };

const atelier: CastEmployer = {
  clientId: 'cc3a3828-6e68-4353-9359-2aaaf86e944a',
  company: atelierMorvan,
  emailDomain: 'atelier-morvan.example',
  refusalAllowed: true,
};

const maison: CastEmployer = {
  clientId: '29a173a4-4c3c-4750-b09b-c6fcc4ed35d6',
  company: maisonRoux,
  emailDomain: 'maison-roux.example',
  refusalAllowed: false,
};

export const employers: readonly CastEmployer[] = [atelier, maison];

const fullTime = 151.67;

export const camilleJob: Employment = {
  employer: atelier,
  employeeNumber: 'AM-0147',
  contact: { email: 'camille.renaudin@example.org' },
  job: 'Cheffe de projet agencement',
  since: '2021-03-01',
  monthlyHours: fullTime,
  monthlyGrossCents: 285_000,
  payslips: 24,
  corrected: 3,
};

/** Works full time, and dresses the windows of another house once a week. */
export const camille: Owner = {
  firstName: 'Camille',
  lastName: 'Renaudin',
  birthDate: '1988-04-12',
  email: 'camille.renaudin@example.org',
  phone: '+33639980112',
  password: 'Trombone-Lunaire-47!',
  address: { address: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon' },
  mustChangeEmail: false,
  employments: [
    camilleJob,
    {
      employer: maison,
      employeeNumber: 'MR-2208',
      contact: { phone: '+33639980112' },
      job: 'Décoratrice de vitrines',
      since: '2023-09-04',
      monthlyHours: 26,
      monthlyGrossCents: 46_800,
      payslips: 25,
      missing: 8,
    },
  ],
};

const inesJob: Employment = {
  employer: maison,
  employeeNumber: 'MR-2315',
  contact: { email: 'ines.lambert@example.org' },
  job: 'Vendeuse',
  since: '2026-09-01',
  monthlyHours: fullTime,
  monthlyGrossCents: 189_000,
  payslips: 0,
};

export const ines: Owner = {
  firstName: 'Inès',
  lastName: 'Lambert',
  birthDate: '1997-11-03',
  email: 'ines.lambert@example.org',
  phone: '+33639980125',
  password: 'Cerise-Boussole-82!',
  address: { address: '21 rue de la Chouette', postalCode: '21000', city: 'Dijon' },
  mustChangeEmail: false,
  employments: [inesJob],
};

const hugo: Owner = {
  firstName: 'Hugo',
  lastName: 'Marchetti',
  birthDate: '1979-07-28',
  email: 'hugo.marchetti@atelier-morvan.example',
  phone: '+33639980138',
  password: 'Girafe-Polaire-35!!',
  address: { address: '5 montée des Carmélites', postalCode: '69001', city: 'Lyon' },
  mustChangeEmail: true,
  employments: [
    {
      employer: atelier,
      employeeNumber: 'AM-0093',
      contact: { email: 'hugo.marchetti@atelier-morvan.example' },
      job: 'Chef d’atelier',
      since: '2012-10-15',
      monthlyHours: fullTime,
      monthlyGrossCents: 312_000,
      payslips: 2,
    },
  ],
};

/** Signs in through the federation: what it vouches for is locked in her profile. */
export const nadege: Owner = {
  firstName: 'Nadège',
  lastName: 'Perrin',
  birthDate: '1982-09-21',
  email: 'nadege.perrin@example.org',
  phone: '+33639980184',
  password: 'Lanterne-Saline-61!',
  address: { address: '12 place Sathonay', postalCode: '69001', city: 'Lyon' },
  mustChangeEmail: false,
  employments: [
    {
      employer: atelier,
      employeeNumber: 'AM-0129',
      contact: { email: 'nadege.perrin@example.org' },
      job: 'Responsable des achats',
      since: '2019-03-04',
      monthlyHours: fullTime,
      monthlyGrossCents: 268_000,
      payslips: 2,
    },
  ],
};

export const owners: readonly Owner[] = [camille, ines, hugo, nadege];

export const lea: Pending = {
  firstName: 'Léa',
  lastName: 'Fontaine',
  birthDate: '1994-02-17',
  email: 'lea.fontaine@example.org',
  phone: '+33639980141',
  address: { address: '17 rue du Mail', postalCode: '69004', city: 'Lyon' },
  employment: {
    employer: atelier,
    employeeNumber: 'AM-0168',
    contact: { email: 'lea.fontaine@example.org', phone: '+33639980141' },
    job: 'Menuisière agenceuse',
    since: '2024-05-13',
    monthlyHours: fullTime,
    monthlyGrossCents: 226_500,
    payslips: 3,
  },
};

export const pending: readonly Pending[] = [
  lea,
  {
    firstName: 'Aïcha',
    lastName: 'Benali',
    birthDate: '1985-12-30',
    email: 'aicha.benali@example.org',
    phone: '+33639980156',
    address: { address: '2 rue Jean-Bœuf', postalCode: '21000', city: 'Dijon' },
    employment: {
      employer: maison,
      employeeNumber: 'MR-2291',
      contact: { email: 'aicha.benali@example.org', phone: '+33639980156' },
      job: 'Maître chocolatière',
      since: '2019-01-07',
      monthlyHours: fullTime,
      monthlyGrossCents: 264_000,
      payslips: 1,
    },
  },
  {
    firstName: 'Thomas',
    lastName: 'Girard',
    birthDate: '2001-06-09',
    email: 'thomas.girard@example.org',
    phone: '+33639980169',
    address: { address: '44 cours Lafayette', postalCode: '69006', city: 'Lyon' },
    employment: {
      employer: atelier,
      employeeNumber: 'AM-0181',
      contact: { email: 'thomas.girard@example.org', phone: '+33639980169' },
      job: 'Apprenti ébéniste',
      since: '2026-09-01',
      monthlyHours: fullTime,
      monthlyGrossCents: 98_000,
      payslips: 0,
    },
  },
];
