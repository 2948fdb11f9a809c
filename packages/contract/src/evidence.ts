import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

/** 32 bytes in hex. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An entry of a journal with all that its hash covers. `docs/evidence.md` gives both formulas to the byte. */
export const evidenceEntry = z.object({
  seq: z.int().positive(),
  at: f.instant,
  action: z.string(),
  actor: z.object({ kind: z.string(), id: z.string().optional() }),
  result: z.enum(['done', 'refused']),
  /** Null for the first entry. */
  previousHash: hash.nullable(),
  hash,
  /** The bytes whose SHA-256 is `hash`, in base 64. */
  canonical: z.string(),
  /** Both are absent where the entry belongs to another document, and where the details were erased. */
  salt: z.string().optional(),
  details: z.record(z.string(), z.string()).optional(),
});
export type EvidenceEntry = z.output<typeof evidenceEntry>;

export const journalExport = z.object({
  format: z.literal('perenne-journal-1'),
  safeId: z.string(),
  /** The journal of the safe first, then those of the safes that it has received, newest first. */
  chapters: z.array(z.object({ id: z.string(), entries: z.array(evidenceEntry) })),
});

/** Signed and timestamped are the UTF-8 bytes of the RFC 8785 JSON of `{n, size, root, previous, at}`. */
export const checkpoint = z.object({
  n: z.int().positive(),
  /** How many leaves the log has. */
  size: z.int().positive(),
  root: hash,
  /** The SHA-256 of the bytes of the checkpoint before; null for the first. */
  previous: hash.nullable(),
  at: f.instant,
  seal: z.object({ kid: z.string(), alg: z.literal('ES256'), signature: z.string() }),
  /** An RFC 3161 token in base 64; null while it is awaited. */
  timestamp: z.string().nullable(),
  /** Once that timestamp was renewed: it and all that renew it, an EvidenceRecord (RFC 4998) in DER, in base 64. */
  evidenceRecord: z.string().optional(),
});
export type Checkpoint = z.output<typeof checkpoint>;

export const documentProof = z.object({
  format: z.literal('perenne-proof-1'),
  document: z.object({ id: z.string(), sha256: hash, sha512: z.string(), depositedAt: f.instant }),
  /** From the deposit to the head that the log holds. */
  journal: z.array(evidenceEntry),
  inclusion: z.object({
    leafIndex: z.int().nonnegative(),
    treeSize: z.int().positive(),
    leafHash: hash,
    path: z.array(hash),
  }),
  checkpoint,
});
export type DocumentProof = z.output<typeof documentProof>;

export const getDocumentProof = endpoint({
  id: 'getDocumentProof',
  method: 'GET',
  path: `${v1}/documents/:id/proof`,
  token: 'auth',
  summary: 'The proof that a document was deposited, which anyone can check without this server',
  params: f.idParams,
  response: documentProof,
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound', 'DocumentDamaged', 'ProofNotReady'],
});

export const exportJournal = endpoint({
  id: 'exportJournal',
  method: 'GET',
  path: `${v1}/user/journal/export`,
  token: 'auth',
  summary: 'The journal as JSON, with all that its chain needs',
  bytes: 'application/json',
  errors: [],
});

export const listCheckpoints = endpoint({
  id: 'listCheckpoints',
  method: 'GET',
  path: `${v1}/evidence/checkpoints`,
  token: 'none',
  summary: 'The checkpoints of the log of all journals, newest first',
  query: z.strictObject(f.pageQuery),
  response: f.page(checkpoint),
  errors: [],
});

export const getCheckpoint = endpoint({
  id: 'getCheckpoint',
  method: 'GET',
  path: `${v1}/evidence/checkpoints/:n`,
  token: 'none',
  summary: 'One checkpoint',
  params: z.object({ n: z.string() }),
  response: checkpoint,
  errors: ['NotFound'],
});

/** A string first: one that is missing is then refused as missing. `1e3` and ` 1` are no numbers of a checkpoint. */
const checkpointNumber = z
  .string()
  .overwrite((text) => (/^-?\d+$/.test(text) ? text : 'NaN'))
  .pipe(z.coerce.number<string>().int().min(1));

export const getConsistency = endpoint({
  id: 'getConsistency',
  method: 'GET',
  path: `${v1}/evidence/consistency`,
  token: 'none',
  summary: 'The proof (RFC 6962) that a later checkpoint holds all leaves of an earlier one',
  query: z.strictObject({ from: checkpointNumber, to: checkpointNumber }),
  response: z.object({ from: z.int(), to: z.int(), path: z.array(hash) }),
  errors: ['NotFound'],
});

export const listSealCertificates = endpoint({
  id: 'listSealCertificates',
  method: 'GET',
  path: `${v1}/evidence/certificates`,
  token: 'none',
  summary: 'The certificates of the seals, newest first',
  response: z.object({
    items: z.array(
      z.object({
        kid: z.string(),
        /** In PEM. */
        certificate: z.string(),
        from: f.instant,
        to: f.instant,
      }),
    ),
  }),
  errors: [],
});
