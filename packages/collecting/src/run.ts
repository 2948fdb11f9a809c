import type { Duplex } from 'node:stream';
import type { Http } from './http/http.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One document at the partner's. Its bytes are asked for only where the safe does not have it yet. */
export type CollectedDocument = {
  /** The partner's own name for it, at most 500 characters: the same at every run, and of no other document. */
  identity: string;
  title: string;
  /** Its extension says what the content is. */
  fileName: string;
  /** A type of documents of the safe, such as `FACTA` for a received invoice; `AUDO` by default. */
  type?: string;
  /** Its own date, `YYYY-MM-DD`: what is older than the owner asked for is left out. */
  date?: string;
  open(): AsyncIterable<Uint8Array>;
};

export type Destination = {
  /** A name or an address that the manifest allows. */
  host: string;
  port: number;
  /** `tls` is spoken by the other side of the connection, which checks the partner's name: bytes come and go plain. */
  security: 'tls' | 'plain';
};

/** The effect of a partner's code. */
export type CodeOutcome = 'RIGHT' | 'WRONG' | 'EXPIRED';

export type CodeCheck = {
  /** Gives the code to the partner. It is called again with another code after `WRONG`, up to five times. */
  submit(code: string): Promise<CodeOutcome>;
  /** Has the partner send another code. */
  sendAgain(): Promise<void>;
  /** For how long the partner takes it, where it says so; at most ten minutes are waited. */
  expiresInSeconds?: number;
};

/** One visit to one account. Everything that a collector may do goes through it. */
export type Run = {
  /** By the names of the fields of the manifest. */
  credentials: Readonly<Record<string, string | number>>;
  /** The owner wants documents from that day on, `YYYY-MM-DD`. */
  since: string | null;
  /** The memory of the last run. */
  memory: Json;
  /** Keeps at most 64 KB for the next run, once this one has come to its end: where to go on reading, for instance. */
  remember(memory: Json): void;
  /** Keeps it at once, whatever becomes of this run: the key that a server showed, for instance. */
  rememberNow(memory: Json): Promise<void>;
  /** A browser without scripts: cookies, forms and redirects, over `connect`. */
  http: Http;
  /**
   * A connection to a host of the manifest, for other protocols than HTTP.
   * @throws {CollectingError} PARTNER_UNAVAILABLE. A host that is not allowed ends the run
   */
  connect(destination: Destination): Promise<Duplex>;
  /**
   * Asks the owner for the code that the partner has sent, until the partner takes it.
   * @throws {CollectingError} CODE_EXPIRED
   */
  proveByCode(check: CodeCheck): Promise<void>;
  /** Whether the safe has this document, or has had it: whoever lists the newest first can stop at one. */
  isKnown(identity: string): Promise<boolean>;
  /** Aborted when the run ends before its end. */
  signal: AbortSignal;
};

/** A `collect.ts` exports it under the name `collect`. */
export type Collect = (run: Run) => AsyncIterable<CollectedDocument>;
