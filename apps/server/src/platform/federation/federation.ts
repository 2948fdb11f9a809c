/** What a sign-in through the federation is begun with, and checked by when it comes back. */
export type FederationSecrets = {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636); null where the federation refuses it. */
  verifier: string | null;
};

/** Who came back, as the federation signed it. Absent is what it did not tell. */
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

/** What the browser brought back. */
export type FederationAnswer = { code: string; issuer: string | null };

/** A national identity federation that speaks OpenID Connect. */
export interface Federation {
  /** New secrets of a sign-in. */
  begin(): FederationSecrets;
  /** Where the browser goes to sign in. @throws {FederationUnavailable} */
  authorizationUrl(secrets: FederationSecrets): Promise<string>;
  /** Exchanges the code, once. @throws {FederationRefused} @throws {FederationUnavailable} */
  finish(secrets: FederationSecrets, answer: FederationAnswer): Promise<FederatedSignIn>;
  /** Where the browser goes to sign out; it comes back to the page of sign-in with `state`. @throws {FederationUnavailable} */
  logoutUrl(signedIn: { idToken: string; state: string }): Promise<string>;
}

/** It does not answer, or answers that it cannot. */
export class FederationUnavailable extends Error {
  override readonly name = 'FederationUnavailable';
}

/** What came back is not what was asked for, or is not signed by the federation. */
export class FederationRefused extends Error {
  override readonly name = 'FederationRefused';
}
