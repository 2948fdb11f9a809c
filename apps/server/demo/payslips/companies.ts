export type Company = {
  name: string;
  activity: string;
  address: readonly [string, string];
  city: string;
  siret: string;
  activityCode: string;
  agreement: string;
  /** Its colours on paper: full, and as a background. */
  color: string;
  tint: string;
  monogram: string;
  /** The person who signs. */
  signatory: string;
};

/** Invented, as are their numbers. */
export const atelierMorvan: Company = {
  name: 'Atelier Morvan',
  activity: 'Ébénisterie et agencement',
  address: ['14 quai des Copeaux', '69009 Lyon'],
  city: 'Lyon',
  siret: '000 214 365 00018',
  activityCode: '4332A',
  agreement: 'Menuiseries, charpentes et constructions industrialisées (IDCC 3222)',
  color: '#134c5c',
  tint: '#e1eff2',
  monogram: 'AM',
  signatory: 'Hélène Morvan, gérante',
};

export const maisonRoux: Company = {
  name: 'Maison Roux',
  activity: 'Confiserie et chocolaterie depuis 1931',
  address: ['3 place des Pralines', '21000 Dijon'],
  city: 'Dijon',
  siret: '000 587 412 00023',
  activityCode: '1082Z',
  agreement: 'Biscuiterie, chocolaterie, confiserie (IDCC 1267)',
  color: '#86402f',
  tint: '#f5e6e1',
  monogram: 'R',
  signatory: 'Antoine Roux, directeur général',
};
