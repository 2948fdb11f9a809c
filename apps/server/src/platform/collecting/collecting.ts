import { failureCodes } from '@perenne/collecting/failures';
import type { Manifest } from '@perenne/collecting/manifest';
import type { Json } from '@perenne/collecting/run';
import type { OfferedDocument } from './messages.ts';

/** A partner for which there is a collector. */
export type Agent = Manifest & { /** An SVG image. */ logo: Buffer };

/** One visit to one account. */
export type RunOrder = {
  agentId: string;
  credentials: Readonly<Record<string, string | number>>;
  since: string | null;
  memory: Json;
};

/** `expiresInSeconds` where the partner says for how long it takes the code. */
export type CodeRequest = { previousCodeWrong: boolean; expiresInSeconds?: number | undefined };

/** The owner's reply to a question: `resend` has the partner send another code. */
export type CodeReply = { code: string } | 'resend';

/** The calls of a run to its caller. Nothing that it says is vouched for but its shape. */
export type RunHost = {
  /** Whether the safe has the document of that identity, or has had it. */
  isKnown(identity: string): Promise<boolean>;
  /** Whether the document that is offered is to be fetched. @throws {CollectingStopped} ENOUGH */
  wants(document: OfferedDocument): Promise<boolean>;
  /** Takes a document that was wanted a moment ago. Bytes that are not wanted any more are left unread. */
  receive(document: OfferedDocument, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Keeps what the next run is to know, though this one may still fail. @throws {CollectingStopped} STOPPED */
  remember(memory: Json): Promise<void>;
  /** @throws {CollectingStopped} CODE_NOT_GIVEN, CODE_REFUSED */
  awaitCode(request: CodeRequest, signal: AbortSignal): Promise<CodeReply>;
};

export const stopCodes = [
  ...failureCodes,
  /** It asked for a host that it may not reach. */
  'HOST_REFUSED',
  /** Five codes were wrong. */
  'CODE_REFUSED',
  'CODE_NOT_GIVEN',
  /** It has brought as much as one run may. */
  'ENOUGH',
  /** It was ended at one of its limits. */
  'TIME',
  'MEMORY',
  'VOLUME',
  /** It broke: by itself, or by what it said to its parent. */
  'CRASH',
  /** It was ended by who ordered it. */
  'STOPPED',
] as const;
export type StopCode = (typeof stopCodes)[number];

/** A run that did not come to its end. Its documents until then stay. */
export class CollectingStopped extends Error {
  override readonly name = 'CollectingStopped';
  readonly code: StopCode;

  constructor(code: StopCode, options?: ErrorOptions) {
    super(`a run was stopped: ${code}`, options);
    this.code = code;
  }
}

export interface Collecting {
  /** Those that this installation offers, by their name. */
  readonly agents: readonly Agent[];
  /** Documents of one run: the next ones bring the rest. */
  readonly documentsAtMost: number;
  /**
   * Visits a partner, in a process of its own, and gives what is to be remembered for the next visit.
   * @throws {CollectingStopped}; what `host` throws
   */
  run(order: RunOrder, host: RunHost, signal: AbortSignal): Promise<Json>;
  /** Whether an owner may name this host and port; `unknown` where the name could not be resolved now. */
  judgeHost(host: string, port: number): Promise<'allowed' | 'refused' | 'unknown'>;
}
