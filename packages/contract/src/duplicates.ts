import { z } from 'zod';
import { document } from './documents.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

export const findDuplicates = endpoint({
  id: 'findDuplicates',
  method: 'POST',
  path: `${v1}/documents/duplicates`,
  token: 'auth',
  summary: 'Which of these contents the safe holds already, trash included',
  body: z.strictObject({ sha256: z.array(sha256Hex).min(1).max(f.limits.selection) }),
  response: z.object({ items: z.array(z.object({ sha256: z.string(), document })) }),
  errors: [],
});
