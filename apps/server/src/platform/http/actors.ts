import type { TokenKind } from '@perenne/contract/endpoint';

/** The origin of a request: the journal holds the address, sealed. */
export type Origin = {
  address: string;
  agent: string;
  /** SHA-256, in base64url, of the cookie that names the browser; null for a client that is none. */
  browser: string | null;
  /** Has the answer bring that cookie. Callers that bind something to the browser call it. */
  keepBrowser?: () => void;
  /** The request had no such cookie: the answer brings the first. */
  isNewBrowser?: boolean;
  /** The cookie that an auth token is bound to; absent where no request opens the session. */
  session?: SessionCookie;
  /** The cookie that remembers which accounts signed in; absent as above. */
  known?: KnownCookie;
};

/** The browser that a token is bound to when it is issued, and measured against when it is read. */
export type Bearer = Pick<Origin, 'browser' | 'keepBrowser'>;

/** Bound to a cookie that each sign-in renews and each sign-out removes; `browser` is null for a client that is none. */
export type SessionCookie = Bearer & {
  /** A new secret, so that a cookie which somebody copied before the sign-in is worth nothing after it. */
  renew(): Bearer;
  end(): void;
};

/** `value` is as the browser sent it, and may be forged. */
export type KnownCookie = { value: string | null; keep(value: string): void };

export type Guest = Origin & { kind: 'guest' };
export type Owner = Origin & { kind: 'owner'; safeId: string; sessionId: string; tokenId: string };
/** A person who gave the right password of an account whose address must be changed before anything else. */
export type InvalidUser = Origin & { kind: 'invalidUser'; safeId: string; tokenId: string; passwordTag: string };
export type EmployerActor = Origin & { kind: 'employer'; employerId: string };
/** Someone in the middle of an activation, by the token that the activation code gave. */
export type Newcomer = Origin & { kind: 'newcomer'; employerId: string; employeeId: string; tokenId: string };
/** An employee whom the federation has identified, before an activation. */
export type FederatedNewcomer = Origin & {
  kind: 'federatedNewcomer';
  newcomerId: string;
  employerId: string;
  employeeId: string;
};

/** A person who follows the link of a share, and what it opens at this request. */
export type LinkHolder = Origin & {
  kind: 'linkHolder';
  safeId: string;
  shareId: string;
  recipientId: string;
  linkId: string;
  mode: 'EMAIL' | 'LINK';
  sealedShare: Buffer;
  sealedRecipient: Buffer;
  emailTag: Buffer | null;
  phoneTag: Buffer | null;
  securityTag: Buffer | null;
  expiresAt: Date;
};
/** A person who has proved, once, to be a recipient of a share or to hold its link, and what was proved then. */
export type Visitor = Origin & {
  kind: 'visitor';
  safeId: string;
  visitId: string;
  shareId: string;
  recipientId: string;
  linkId: string;
  proof: 'EMAIL' | 'SMS' | 'LINK';
  emailTag: Buffer | null;
  phoneTag: Buffer | null;
};

/** A person who follows a link by which documents are asked for, and what it opens at this request. */
export type Sender = Origin & {
  kind: 'sender';
  safeId: string;
  requestId: string;
  sealedRequest: Buffer;
  maxFiles: number;
  receivedCount: number;
  lastReceivedAt: Date | null;
  expiresAt: Date;
};

/** The holder of a token of each kind. The kinds that no call takes yet have no holder. */
type Holders = {
  none: Guest;
  auth: Owner;
  invalid: InvalidUser;
  employer: EmployerActor;
  activation: Newcomer;
  notActivated: FederatedNewcomer;
  code: LinkHolder;
  sharing: Visitor;
  request: Sender;
};

export type Actor = Holders[keyof Holders];
export type ActorOf<K extends TokenKind> = K extends keyof Holders ? Holders[K] : never;

/** Returns the holder of a token; null refuses it as `AuthTokenNotValid`. */
export type Authenticate<A> = (token: string, origin: Origin) => Promise<A | null>;

export type Authenticators = { [K in Exclude<keyof Holders, 'none'>]: Authenticate<Holders[K]> };
