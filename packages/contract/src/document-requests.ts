import { z } from 'zod';
import { uploadDocument } from './documents.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { delivery, durationDays } from './shares.ts';

const v1 = '/backend/api/v1';
const requests = `${v1}/document-requests`;

const documentRequest = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string().nullable(),
  /** The address that was written to; null where the owner passes the link on. */
  email: z.string().nullable(),
  delivery: delivery.nullable(),
  /** The place for files; null once it is gone: they then go to the category's root, or to the first category. */
  categoryId: z.string().nullable(),
  folderId: z.string().nullable(),
  createdAt: f.instant,
  expirationDate: f.instant,
  maxFiles: z.int().positive(),
  received: z.object({ count: z.int().nonnegative(), size: f.sizeBytes, lastAt: f.instant.nullable() }),
  status: z.enum(['active', 'expired']),
});
export type DocumentRequest = z.output<typeof documentRequest>;

const requestWithLink = documentRequest.extend({ link: z.string() });

export const createDocumentRequest = endpoint({
  id: 'createDocumentRequest',
  method: 'POST',
  path: requests,
  token: 'auth',
  summary:
    'Make a link by which someone outside sends files into a folder or a category; the same request under the same key is answered with the same link',
  headers: z.looseObject({ 'idempotency-key': f.idempotencyKey.optional() }),
  body: z
    .strictObject({
      title: f.plainText(f.limits.shareTitle),
      message: f.leftOut(f.plainLines(f.limits.shareMessage)),
      /** Is written to, with the link. */
      email: f.leftOut(f.email),
      folderId: z.string().optional(),
      categoryId: z.string().optional(),
      durationDays: durationDays.default(15),
      maxFiles: z.int().min(1).max(f.limits.requestedFiles).default(20),
    })
    .refine(({ categoryId, folderId }) => categoryId === undefined || folderId === undefined, {
      path: ['folderId'],
      params: { rule: 'value' },
    }),
  response: requestWithLink,
  status: 201,
  /** `DocumentRequestNotFound` where what this key has created was deleted since. */
  errors: ['FolderNotFound', 'CategoryNotFound', 'IdempotencyKeyReused', 'DocumentRequestNotFound'],
});

export const listDocumentRequests = endpoint({
  id: 'listDocumentRequests',
  method: 'GET',
  path: requests,
  token: 'auth',
  summary: 'The requests for documents, the newest first',
  query: z.strictObject({ ...f.pageQuery, status: z.enum(['active', 'expired']).optional() }),
  response: f.page(documentRequest),
  errors: [],
});

export const getDocumentRequest = endpoint({
  id: 'getDocumentRequest',
  method: 'GET',
  path: `${requests}/:id`,
  token: 'auth',
  summary: 'A request for documents',
  params: f.idParams,
  response: documentRequest,
  notFound: 'DocumentRequestNotFound',
  errors: ['DocumentRequestNotFound'],
});

export const makeDocumentRequestLink = endpoint({
  id: 'makeDocumentRequestLink',
  method: 'POST',
  path: `${requests}/:id/link`,
  token: 'auth',
  summary: 'The link of an active request, to copy it',
  params: f.idParams,
  response: z.object({ link: z.string() }),
  notFound: 'DocumentRequestNotFound',
  errors: ['DocumentRequestNotFound'],
  refusals: { 410: 'EntityNotFound: the request has expired.' },
});

export const deleteDocumentRequest = endpoint({
  id: 'deleteDocumentRequest',
  method: 'DELETE',
  path: `${requests}/:id`,
  token: 'auth',
  summary: 'End a request, and take it off the list; what it brought stays',
  params: f.idParams,
  status: 204,
  notFound: 'DocumentRequestNotFound',
  errors: ['DocumentRequestNotFound'],
});

const ended = { 410: 'EntityNotFound: the request has expired, or its sender has ended it.' };

const requestContext = z.object({
  title: z.string(),
  message: z.string().nullable(),
  sender: z.string(),
  expirationDate: f.instant,
  maxFiles: z.int().positive(),
  filesLeft: z.int().nonnegative(),
});
export type RequestContext = z.output<typeof requestContext>;

export const getRequestContext = endpoint({
  id: 'getRequestContext',
  method: 'GET',
  path: `${v1}/public/document-requests/context`,
  token: 'request',
  summary: 'What the sender of a link asks for',
  response: requestContext,
  errors: ['WrongJwtPayload', 'EntityNotFound'],
  refusals: ended,
});

export const sendRequestedFile = endpoint({
  id: 'sendRequestedFile',
  method: 'POST',
  path: `${v1}/public/document-requests/files`,
  token: 'request',
  summary: 'Send a file to who asks for it, by the rules of uploads; its type and place are its owner’s to choose',
  form: z.strictObject({
    /** The sender's own word for who they are, and what they write with their files. */
    senderName: f.leftOut(f.plainText(f.limits.name)),
    note: f.leftOut(f.plainLines(f.limits.shareMessage)),
  }),
  response: z.object({ fileName: z.string(), size: f.sizeBytes, filesLeft: z.int().nonnegative() }),
  status: 201,
  errors: [
    ...uploadDocument.errors.filter((code) => code !== 'CategoryNotFound' && code !== 'FolderNotFound'),
    'WrongJwtPayload',
    'EntityNotFound',
    'Forbidden',
  ],
  refusals: ended,
});
