import { z } from 'zod';
import { namesSomething, place, selection, somethingNamed } from './arranging.ts';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

const trashedFolder = z.object({
  id: z.string(),
  name: z.string(),
  documentCount: z.int().nonnegative(),
  remainingDays: z.int(),
});

/** Documents of large destructions: those that were asked for, and those that are left. */
const destroying = z.object({ total: z.int().positive(), left: z.int().nonnegative() });

export const listTrash = endpoint({
  id: 'listTrash',
  method: 'GET',
  path: `${v1}/trash`,
  token: 'auth',
  summary: 'What was deleted in the last 30 days: documents by themselves, and folders whole',
  query: z.strictObject({ ...f.pageQuery }),
  response: f.page(document).extend({ folders: z.array(trashedFolder), destroying: destroying.nullable() }),
  errors: [],
});

export const restoreDocuments = endpoint({
  id: 'restoreDocuments',
  method: 'POST',
  path: `${v1}/trash/restore`,
  token: 'auth',
  summary:
    'Take documents and folders out of the trash, all or none; where they were, unless the owner chooses a place',
  body: z.strictObject({ ...selection, to: place.optional() }).refine(namesSomething, somethingNamed),
  status: 204,
  errors: ['DocumentNotFound', 'FolderNotFound', 'CategoryNotFound', 'InvalidMove', 'FolderAlreadyExists'],
});

export const destroyDocuments = endpoint({
  id: 'destroyDocuments',
  method: 'POST',
  path: `${v1}/trash/delete`,
  token: 'auth',
  summary:
    'Destroy what is in the trash, for good; that it is for good must be acknowledged. More than 500 documents go on being destroyed after the answer',
  body: z.strictObject({ ...selection, acknowledged: z.boolean().optional() }).refine(namesSomething, somethingNamed),
  status: 204,
  errors: ['DocumentNotFound', 'FolderNotFound', 'AcknowledgementRequired'],
});
