import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { blockScope } from './senders.ts';

/** The use of a mailed or copied link, and the change that an `undo` takes back. */
export const linkKind = z.enum(['share', 'request', 'reset', 'unlock', 'undo', 'block']);
export const undoneChange = z.enum(['email', 'second-factor', 'removal']);

export const openedLink = z.strictObject({
  kind: linkKind,
  /** For a share and a request, the code token; otherwise the token of the call behind the link. */
  token: z.string(),
  /** Set for `undo`. */
  undoes: undoneChange.optional(),
  /** Set for `block`: the scope that the link proposes. */
  scope: blockScope.optional(),
});
export type OpenedLink = z.output<typeof openedLink>;

export const openLink = endpoint({
  id: 'openLink',
  method: 'POST',
  path: '/backend/api/v1/public/links',
  token: 'none',
  summary: 'Open a link of a mail, a QR code or a copy by its reference, which stands behind its #',
  body: z.strictObject({ reference: z.string().min(1).max(100) }),
  response: openedLink,
  status: 200,
  errors: ['EntityNotFound'],
});
