import { z } from 'zod';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';

const v1 = '/backend/api/v1';

export const listExpiring = endpoint({
  id: 'listExpiring',
  method: 'GET',
  path: `${v1}/identity-papers`,
  token: 'auth',
  summary: 'Identity papers whose end of validity is past or within six months, the earliest first',
  response: z.object({ items: z.array(document) }),
  errors: [],
});
