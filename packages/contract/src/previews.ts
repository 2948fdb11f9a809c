import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

/** How many pages there are to see: a scan may have several. */
export const pageCountHeader = 'page-count';

export const getPreview = endpoint({
  id: 'getPreview',
  method: 'GET',
  path: `${v1}/documents/:id/preview`,
  token: 'auth',
  summary: 'A page of a document as a picture, for the formats that browsers do not draw; reading it is reading it',
  params: f.idParams,
  query: z.strictObject({
    /** From 1. */
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  bytes: 'image/webp',
  answerHeaders: { [pageCountHeader]: 'How many pages there are' },
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound', 'DocumentDamaged', 'UnsupportedFileType', 'ServiceUnavailable'],
});
