import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

export const journalActions = [
  'safe.created',
  'safe.activated',
  'safe.recovered',
  'session.opened',
  'session.refused',
  'session.closed',
  'session.ended',
  'profile.changed',
  'password.changed',
  'password.reset',
  'email.changed',
  'email.change-undone',
  'second-factor.added',
  'second-factor.removed',
  'second-factor.codes-renewed',
  'second-factor.removal-asked',
  'second-factor.removal-confirmed',
  'second-factor.removal-cancelled',
  'federation.linked',
  'federation.unlinked',
  'agreement.accepted',
  'agreement.refused',
  'employer.joined',
  'account.unlocked',
  'account.version-changed',
  'safe.closing',
  'safe.closing-cancelled',
  'safe.merged',
  'safe.proved',
  'document.deposited',
  'document.deposit-refused',
  'document.recovered',
  'document.read',
  'document.metadata-read',
  'document.verified',
  'document.integrity-refused',
  'document.attested',
  'document.expiry-reminded',
  'document.listed',
  'document.renamed',
  'document.changed',
  'document.moved',
  'document.trashed',
  'document.restored',
  'document.destroyed',
  'folder.created',
  'folder.renamed',
  'folder.moved',
  'folder.trashed',
  'folder.restored',
  'folder.destroyed',
  'category.created',
  'category.renamed',
  'category.deleted',
  'content-reading.accepted',
  'content-reading.withdrawn',
  'share.created',
  'share.opened',
  'share.open-refused',
  'share.extended',
  'share.link-made',
  'share.sent-again',
  'share.send-failed',
  'share.stopped',
  'share.deleted',
  'share.expired',
  'request.created',
  'request.received',
  'request.stopped',
  'request.expired',
  'export.requested',
  'export.ready',
  'export.downloaded',
  'export.failed',
  'collector.created',
  'collector.changed',
  'collector.activated',
  'collector.deactivated',
  'collector.synchronised',
  'collector.refused',
  'collector.deleted',
  'journal.read',
] as const;

/** The kinds of what happens: what precedes the dot of an action. */
export const journalKinds = [
  ...['safe', 'session', 'profile', 'password', 'email', 'second-factor'],
  ...['federation', 'agreement', 'employer', 'account', 'document', 'folder', 'category', 'content-reading'],
  ...['share', 'request', 'export', 'collector', 'journal'],
] as const;

const journalEntry = z.object({
  id: z.string(),
  at: f.instant,
  action: z.enum(journalActions),
  actor: z.object({
    kind: z.enum(['owner', 'employer', 'collector', 'visitor', 'operator', 'system']),
    name: z.string().optional(),
  }),
  result: z.enum(['done', 'refused']),
  documentId: z.string().optional(),
  title: z.string().optional(),
  address: z.string().optional(),
  /** For a document that waited for its owner: when it was deposited, and the hash on the employer's receipt. */
  depositedAt: f.instant.optional(),
  depositHash: z.string().optional(),
  /** The last hash of the journal of the safe that a merge has received. */
  chapterHead: z.string().optional(),
  seq: z.int().positive(),
  /** Null for the first entry. */
  previousHash: z.string().nullable(),
  hash: z.string(),
  /** Absent where the details were erased. */
  salt: z.string().optional(),
});
export type JournalEntry = z.output<typeof journalEntry>;

export const getJournal = endpoint({
  id: 'getJournal',
  method: 'GET',
  path: `${v1}/user/journal`,
  token: 'auth',
  summary: 'What happened in this safe, newest first',
  query: z.strictObject({
    ...f.pageQuery,
    /** The part of an action before its dot. Default: all of them. */
    kind: z.enum(journalKinds).optional(),
    /** Calendar days in UTC, both included; or instants, of which the first is included and the second is not. */
    from: f.dayOrInstant.optional(),
    to: f.dayOrInstant.optional(),
    /** An earlier chapter instead of the journal of this safe. */
    chapter: z.string().optional(),
  }),
  response: f.page(journalEntry),
  errors: ['EntityNotFound'],
});

/** The journal of a safe that this one has received: closed, and never written again. */
const journalChapter = z.object({
  id: z.string(),
  /** The address that signed in to that safe. */
  name: z.string(),
  from: f.instant,
  to: f.instant,
  entries: z.int().positive(),
  head: z.string(),
});
export type JournalChapter = z.output<typeof journalChapter>;

export const listJournalChapters = endpoint({
  id: 'listJournalChapters',
  method: 'GET',
  path: `${v1}/user/journal/chapters`,
  token: 'auth',
  summary: 'The closed journals of the safes that this one has received, newest first',
  response: z.object({ items: z.array(journalChapter) }),
  errors: [],
});
