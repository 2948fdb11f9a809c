/** How much the federation must be sure of the person (eIDAS), the least first. */
export const assuranceLevels = ['eidas1', 'eidas2', 'eidas3'] as const;
export type AssuranceLevel = (typeof assuranceLevels)[number];

export type FederationSettings = {
  /** Its configuration is below it, at `.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** FranceConnect v2 refuses PKCE. */
  pkce: boolean;
  /** Asked for, and the least that is accepted. */
  acr: AssuranceLevel;
  /** The algorithm of its signatures. */
  signature: 'ES256' | 'RS256';
};

/** Whether a sign-in was as sure as was asked for. */
export const isAssured = (given: unknown, asked: AssuranceLevel): boolean =>
  assuranceLevels.indexOf(given as AssuranceLevel) >= assuranceLevels.indexOf(asked);
