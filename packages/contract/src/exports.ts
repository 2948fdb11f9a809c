import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

/** The causes that a failed export names. A safe that is gone takes its exports along: the first one is rarely seen. */
export const exportFailures = ['SafeboxIdNotFound', 'StreamExtractBytesError', 'WritingTmpFileError'] as const;

export const exportLimits = { perDay: 5, daysKept: 7 } as const;

const safeExport = z.object({
  id: z.string(),
  /** This server gives no `UNKNOWN`: its database knows the other three alone. Clients show it as what they cannot name. */
  status: z.enum(['READY', 'IN_PROGRESS', 'FAILED', 'UNKNOWN']),
  /** When it was asked for. */
  date: f.instant,
  documentCount: z.int().nonnegative(),
  /** Documents. */
  progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }),
  sizeBytes: z.int().nonnegative().nullable(),
  /** In hex, of the whole archive. */
  sha256: z.string().nullable(),
  availableUntil: f.instant.nullable(),
  /** Null until it is ready, and for good where no authority answered within an hour. */
  timestampedAt: f.instant.nullable(),
  /** The documents whose stored content is damaged: they are not in the archive. */
  damaged: z.array(z.string()),
  failure: z.enum(exportFailures).optional(),
});
export type SafeExport = z.output<typeof safeExport>;

/** How many exports may still be asked for today; `nextAt` is null while at least one may. */
const allowance = z.object({
  limit: z.int(),
  remaining: z.int().nonnegative(),
  nextAt: f.instant.nullable(),
});

export const createExport = endpoint({
  id: 'createExport',
  method: 'POST',
  path: `${v1}/exports`,
  token: 'auth',
  summary: 'Ask for an archive of the whole safe',
  response: safeExport,
  status: 201,
  errors: [
    'SafeboxExportEmpty',
    'SafeboxExportInProgress',
    'SafeboxExportLimitExceeded',
    'SafeboxIdNotFound',
    'MergeInProgress',
  ],
});

export const listExports = endpoint({
  id: 'listExports',
  method: 'GET',
  path: `${v1}/exports`,
  token: 'auth',
  summary: 'The exports of the last seven days, newest first',
  query: z.strictObject(f.pageQuery),
  response: f.page(safeExport).extend({ allowance }),
  errors: [],
});

export const getExport = endpoint({
  id: 'getExport',
  method: 'GET',
  path: `${v1}/exports/:id`,
  token: 'auth',
  summary: 'One export, and how far it is',
  params: f.idParams,
  response: safeExport,
  notFound: 'SafeboxExportNotFound',
  errors: ['SafeboxExportNotFound'],
});

export const getExportContent = endpoint({
  id: 'getExportContent',
  method: 'GET',
  path: `${v1}/exports/:id/content`,
  token: 'auth',
  summary: 'The archive',
  params: f.idParams,
  bytes: 'application/vnd.etsi.asic-e+zip',
  ranges: true,
  notFound: 'SafeboxExportNotFound',
  errors: ['SafeboxExportNotFound', 'SafeboxExportNotReady'],
});

export const deleteExport = endpoint({
  id: 'deleteExport',
  method: 'DELETE',
  path: `${v1}/exports/:id`,
  token: 'auth',
  summary: 'End an export that is being made, or remove one that is ready',
  params: f.idParams,
  status: 204,
  notFound: 'SafeboxExportNotFound',
  errors: ['SafeboxExportNotFound'],
});
