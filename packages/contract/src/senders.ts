import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** `SENDER` is the owner whose mail holds the link; `ALL` is every owner. */
export const blockScope = z.enum(['SENDER', 'ALL']);
export type BlockScope = z.output<typeof blockScope>;

export const blockSender = endpoint({
  id: 'blockSender',
  method: 'POST',
  path: '/backend/api/v1/public/senders/block',
  token: 'none',
  summary:
    'Never receive anything again from an owner, or from all owners, with the token of an invitation; it serves again',
  body: z.strictObject({ token: z.string().min(1).max(200), scope: blockScope }),
  status: 204,
  errors: ['EntityNotFound'],
});
