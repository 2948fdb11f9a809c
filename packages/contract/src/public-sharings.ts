import { z } from 'zod';
import { documentType } from './documents.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { codeMode, shareMode } from './shares.ts';

const v1 = '/backend/api/v1';

const ended = { 410: 'EntityNotFound: the share has expired, or its sender has ended it.' };
const badLink = ['WrongJwtPayload', 'EntityNotFound'] as const;

const sharingContext = z.object({
  /** Opens nothing by itself: who has proved an address already sees whether that opens this share too. */
  shareId: z.string(),
  mode: shareMode,
  /** The ways by which this recipient can get a code; none for a link. */
  modes: z.array(codeMode),
  maskedEmail: z.string().optional(),
  maskedPhone: z.string().optional(),
  /** For a link: whether it asks for a code that its sender has given. */
  securityCode: z.boolean(),
  sender: z.string(),
  title: z.string(),
});
export type SharingContext = z.output<typeof sharingContext>;

export const getSharingContext = endpoint({
  id: 'getSharingContext',
  method: 'GET',
  path: `${v1}/sharings/context`,
  token: 'code',
  summary: 'What a link opens, before any code is checked',
  response: sharingContext,
  errors: badLink,
  refusals: ended,
});

export const sendSharingCode = endpoint({
  id: 'sendSharingCode',
  method: 'POST',
  path: `${v1}/sharings/send-code`,
  token: 'code',
  summary: 'Send a one-time code to the recipient, by e-mail or SMS: three an hour to who asks, one more sends nothing',
  body: z.strictObject({ mode: codeMode }),
  status: 204,
  errors: [...badLink, 'SharingSendCodeModeNotFound'],
  refusals: ended,
});

export const verifySharingCode = endpoint({
  id: 'verifySharingCode',
  method: 'POST',
  path: `${v1}/sharings/verify-code`,
  token: 'code',
  summary:
    'Prove to be the recipient by the code; for a link, its security code, empty where it has none; spaces count for nothing',
  body: z.strictObject({ code: z.string().max(f.limits.securityCodeMax).default('') }).default({ code: '' }),
  status: 204,
  setsToken: true,
  errors: [
    ...badLink,
    'SharingCodeNotFoundForUser',
    'WrongVerificationCode',
    'ExpiredVerificationCode',
    'VerificationCodeRateLimitExceeded',
  ],
  refusals: ended,
});

const publicDocument = z.object({
  id: z.string(),
  title: z.string(),
  type: documentType,
  /** The size of the original. */
  size: f.sizeBytes,
  /** As it goes out: a mark makes a JPEG of any picture. */
  mimeType: z.string(),
  fileName: z.string(),
  /** A mark is drawn over it as it goes out: its size is not known beforehand. */
  watermarked: z.boolean(),
});
export type PublicDocument = z.output<typeof publicDocument>;

const publicSharing = z.object({
  id: z.string(),
  title: z.string(),
  sender: z.string(),
  sentAt: f.instant,
  expirationDate: f.instant,
  message: z.string().nullable(),
  documents: z.array(publicDocument),
  /** Not yet marked as read by this visitor. */
  unread: z.boolean(),
});
export type PublicSharing = z.output<typeof publicSharing>;

export const listPublicSharings = endpoint({
  id: 'listPublicSharings',
  method: 'GET',
  path: `${v1}/public/sharings`,
  token: 'sharing',
  summary: 'The active shares that are open to what this visitor has proved; none once all of them have ended',
  query: z.strictObject({ ...f.pageQuery }),
  response: f.page(publicSharing),
  errors: ['WrongJwtPayload', 'EntityNotFound'],
});

export const markSharingAsRead = endpoint({
  id: 'markSharingAsRead',
  method: 'POST',
  path: `${v1}/public/sharings/:id/marked-as-read`,
  token: 'sharing',
  summary: 'Take the unread mark of a share away',
  params: f.idParams,
  status: 204,
  notFound: 'EntityNotFound',
  errors: badLink,
  refusals: ended,
});

export const downloadShared = endpoint({
  id: 'downloadShared',
  method: 'POST',
  path: `${v1}/public/sharings/download`,
  token: 'sharing',
  summary: 'The file itself, or a ZIP of several',
  body: z.strictObject({
    sharingId: z.string(),
    documents: z.array(z.string()).min(1).max(f.limits.shareDocuments),
  }),
  bytes: 'application/octet-stream',
  errors: [...badLink, 'EntitiesNotFoundForUser', 'EncryptionError'],
  refusals: ended,
});

const namedDocuments = z
  .string()
  .describe('Identifiers with a comma between two; their order is that of the archive.')
  .transform((value) => value.split(','))
  .pipe(z.array(z.string().min(1)).max(f.limits.shareDocuments));

export const getSharedArchive = endpoint({
  id: 'getSharedArchive',
  method: 'GET',
  path: `${v1}/public/sharings/:id/archive`,
  token: 'sharing',
  summary: 'The ZIP of several, whole or a range of it: a download that was cut goes on',
  params: f.idParams,
  query: z.strictObject({ documents: namedDocuments }),
  bytes: 'application/zip',
  ranges: true,
  notFound: 'EntityNotFound',
  errors: [...badLink, 'EntitiesNotFoundForUser', 'EncryptionError'],
  refusals: ended,
});

export const getSharedContent = endpoint({
  id: 'getSharedContent',
  method: 'GET',
  path: `${v1}/public/sharings/:id/documents/:documentId/content`,
  token: 'sharing',
  summary: 'The bytes of a shared document, whole or a range of them',
  params: z.strictObject({ id: z.string(), documentId: z.string() }),
  bytes: 'application/octet-stream',
  ranges: true,
  notFound: 'EntityNotFound',
  errors: [...badLink, 'EntitiesNotFoundForUser', 'EncryptionError'],
  refusals: ended,
});
