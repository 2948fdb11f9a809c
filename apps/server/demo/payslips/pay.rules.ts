export type Contribution = {
  label: string;
  baseCents: number;
  /** Percent; absent where that side pays nothing. */
  employeeRate?: number;
  employerRate?: number;
  employeeCents: number;
  employerCents: number;
};

/** A section of one line is that line: it bears its title. */
export type Section = { title: string; lines: Contribution[] };

export type Pay = {
  grossCents: number;
  sections: Section[];
  employeeCents: number;
  employerCents: number;
  netSocialCents: number;
  beforeTaxCents: number;
  taxableCents: number;
  taxCents: number;
  paidCents: number;
  /** The employer's cost in all. */
  costCents: number;
};

type Rule = { label: string; of: 'gross' | 'capped' | 'csg' | 'flat'; employee?: number; employer?: number };

/** Monthly ceiling of the social security, by year. */
const ceilings: Record<number, number> = { 2023: 366_600, 2024: 386_400, 2025: 392_500, 2026: 400_500 };

const flatHealthCents = 6_800;

/** Rates as they stood around 2026, near enough for a demonstration; no one is paid by this. */
const rules: { title: string; lines: Rule[] }[] = [
  {
    title: 'Santé',
    lines: [
      { label: 'Sécurité sociale – maladie, maternité, invalidité, décès', of: 'gross', employer: 13 },
      { label: 'Complémentaire incapacité, invalidité, décès', of: 'capped', employee: 0.6, employer: 0.9 },
      { label: 'Complémentaire santé', of: 'flat', employee: 50, employer: 50 },
    ],
  },
  {
    title: 'Accidents du travail, maladies professionnelles',
    lines: [{ label: '', of: 'gross', employer: 1.46 }],
  },
  {
    title: 'Retraite',
    lines: [
      { label: 'Sécurité sociale plafonnée', of: 'capped', employee: 6.9, employer: 8.55 },
      { label: 'Sécurité sociale déplafonnée', of: 'gross', employee: 0.4, employer: 2.11 },
      { label: 'Complémentaire, tranche 1', of: 'capped', employee: 4.01, employer: 6.01 },
    ],
  },
  { title: 'Famille', lines: [{ label: '', of: 'gross', employer: 5.25 }] },
  { title: 'Assurance chômage', lines: [{ label: '', of: 'gross', employer: 4.25 }] },
  {
    title: 'Autres contributions dues par l’employeur',
    lines: [{ label: '', of: 'gross', employer: 1.78 }],
  },
  {
    title: 'CSG et CRDS',
    lines: [
      { label: 'CSG déductible de l’impôt sur le revenu', of: 'csg', employee: 6.8 },
      { label: 'CSG et CRDS non déductibles', of: 'csg', employee: 2.9 },
    ],
  },
  {
    title: 'Allègement de cotisations employeur',
    lines: [{ label: '', of: 'gross', employer: -3.2 }],
  },
];

/** From a month's gross to what reaches the account. Everything is in cents, rounded line by line as on paper. */
export function computePay(grossCents: number, year: number, taxRate: number): Pay {
  const capped = Math.min(grossCents, ceilings[year] ?? 400_500);
  const bases = { gross: grossCents, capped, csg: Math.round(grossCents * 0.9825), flat: flatHealthCents };
  const sections = rules.map(({ title, lines }) => ({ title, lines: lines.map((rule) => contribution(rule, bases)) }));
  const lines = sections.flatMap((section) => section.lines);
  const employeeCents = sum(lines.map((line) => line.employeeCents));
  const employerCents = sum(lines.map((line) => line.employerCents));
  const health = lines.find(({ label }) => label === 'Complémentaire santé');
  const notDeductible = lines.find(({ label }) => label === 'CSG et CRDS non déductibles');
  const beforeTaxCents = grossCents - employeeCents;
  const taxableCents = beforeTaxCents + (notDeductible?.employeeCents ?? 0) + (health?.employerCents ?? 0);
  const taxCents = Math.round((taxableCents * taxRate) / 100);
  return {
    grossCents,
    sections,
    employeeCents,
    employerCents,
    netSocialCents: beforeTaxCents + (health?.employeeCents ?? 0),
    beforeTaxCents,
    taxableCents,
    taxCents,
    paidCents: beforeTaxCents - taxCents,
    costCents: grossCents + employerCents,
  };
}

function contribution({ label, of, employee, employer }: Rule, bases: Record<Rule['of'], number>): Contribution {
  const baseCents = bases[of];
  const share = (percent = 0) => Math.round((baseCents * percent) / 100);
  return {
    label,
    baseCents,
    ...(employee !== undefined && { employeeRate: employee }),
    ...(employer !== undefined && { employerRate: employer }),
    employeeCents: share(employee),
    employerCents: share(employer),
  };
}

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
