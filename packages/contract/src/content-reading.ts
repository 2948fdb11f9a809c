import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

const contentReading = z.object({ accepted: z.boolean(), since: f.instant.nullable() });

export const getContentReading = endpoint({
  id: 'getContentReading',
  method: 'GET',
  path: `${v1}/user/content-reading`,
  token: 'auth',
  summary: 'Whether the contents of documents may be read to find them by their words',
  response: contentReading,
  errors: [],
});

export const putContentReading = endpoint({
  id: 'putContentReading',
  method: 'PUT',
  path: `${v1}/user/content-reading`,
  token: 'auth',
  summary: 'Accept that contents are read for searching, or have what was learnt forgotten',
  body: z.strictObject({ accepted: z.boolean() }),
  response: contentReading,
  errors: [],
});
