/** The secrets with which a sign-in through the federation begins, and is checked when it comes back. */
export type FederationSecrets = {
  state: string;
  nonce: string;
  /** The verifier of PKCE (RFC 7636); null where the federation refuses it. */
  verifier: string | null;
};

/** The person who came back, as the federation signed it. Fields that it did not give are absent. */
export type FederatedPerson = {
  /** With `sub`, the key of the identity. */
  issuer: string;
  sub: string;
  firstName: string | null;
  lastName: string | null;
  /** `YYYY-MM-DD`. */
  birthDate: string | null;
  email: string | null;
};

/** `idToken` ends the session there. */
export type FederatedSignIn = { person: FederatedPerson; idToken: string };

/** The parameters that the browser brought back. */
export type FederationAnswer = { code: string; issuer: string | null };

/** A national identity federation that speaks OpenID Connect. */
export interface Federation {
  /** New secrets of a sign-in. */
  begin(): FederationSecrets;
  /** The address where the browser signs in. @throws {FederationUnavailable} */
  authorizationUrl(secrets: FederationSecrets): Promise<string>;
  /** Exchanges the code, once. @throws {FederationRefused} @throws {FederationUnavailable} */
  finish(secrets: FederationSecrets, answer: FederationAnswer): Promise<FederatedSignIn>;
  /** The address of sign-out; the browser returns to the sign-in page with `state`. @throws {FederationUnavailable} */
  logoutUrl(signedIn: { idToken: string; state: string }): Promise<string>;
}

/** It does not answer, or answers that it cannot. */
export class FederationUnavailable extends Error {
  override readonly name = 'FederationUnavailable';
}

/** The answer is not what was asked for, or is not signed by the federation. */
export class FederationRefused extends Error {
  override readonly name = 'FederationRefused';
}
