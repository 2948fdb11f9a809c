import { z } from 'zod';
import { documentType } from './documents.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1/sharings';

export const shareDurations = [1, 7, 15, 30, 60, 90] as const;
export const defaultShareDuration = 15;
export const durationDays = z.literal(shareDurations);

/** The papers that a watermark is drawn on, unless the owner says no. */
export const identityPaperTypes = ['CIDT', 'PECO', 'PSPR'] as const;

/** The formats that it can be drawn on. */
export const markableFormats = [
  ...['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/tiff'],
  ...['image/heic', 'image/heif', 'image/avif', 'image/bmp'],
] as const;

export const shareMode = z.enum(['EMAIL', 'LINK']);
export const codeMode = z.enum(['EMAIL', 'SMS']);
export type CodeMode = z.output<typeof codeMode>;

/** The fate of the last message to a recipient: on its way, handed to the mail server, or given up. */
export const delivery = z.enum(['QUEUED', 'SENT', 'FAILED']);

const recipient = z.object({
  id: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  /** The first time that the recipient passed the check of a code. */
  openedAt: f.instant.optional(),
  lastOpenedAt: f.instant.optional(),
  delivery,
});
export type ShareRecipient = z.output<typeof recipient>;

const sharedDocument = z.object({
  id: z.string(),
  title: z.string(),
  type: documentType,
  size: f.sizeBytes,
  mimeType: z.string(),
  fileName: z.string(),
  /** Recipients read it with a watermark drawn over it. */
  watermarked: z.boolean(),
  /** Its owner has put it into the trash, or destroyed it: it is read through the share until the share ends. */
  deleted: z.boolean(),
});

const share = z.object({
  id: z.string(),
  title: z.string(),
  mode: shareMode,
  /** None for a link. */
  recipients: z.array(recipient),
  /** The owner's name, as recipients read it. */
  sender: z.string(),
  sentAt: f.instant,
  expirationDate: f.instant,
  documentCount: z.int().nonnegative(),
  /** For an expired share: those that still exist. */
  documents: z.array(sharedDocument),
  message: z.string().nullable(),
  /** Recipients who passed the check of a code, out of all; a link counts as one. */
  opened: z.object({ count: z.int().nonnegative(), total: z.int().nonnegative() }),
  status: z.enum(['active', 'expired']),
  /** For a link: whether it asks for a code. */
  securityCode: z.boolean(),
  /** Whether identity papers are watermarked, and what for, as it is written on them. */
  watermark: z.boolean(),
  purpose: z.string(),
});
export type Share = z.output<typeof share>;

const shareWithLink = share.extend({
  /** The address that opens it, here and by `POST sharings/{id}/link` only: the only recipient's, if there is one. */
  link: z.string().optional(),
});
export type ShareWithLink = z.output<typeof shareWithLink>;

const ended = { 410: 'The share has expired.' };

export const listShares = endpoint({
  id: 'listShares',
  method: 'GET',
  path: v1,
  token: 'auth',
  summary: 'The shares of the safe, the newest first',
  query: z.strictObject({
    ...f.pageQuery,
    status: z.enum(['active', 'expired']).optional(),
    /** Part of the title, or of a recipient's address, without regard to case and accents. */
    q: z.string().trim().max(200).optional(),
  }),
  response: f.page(share),
  errors: [],
});

const shareTitle = f.plainText(f.limits.shareTitle);

const created = {
  title: shareTitle,
  durationDays: durationDays.default(defaultShareDuration),
  documents: z.array(z.string()).min(1).max(f.limits.shareDocuments),
  /** A visible mark (recipient, purpose, date) on identity papers. */
  watermark: z.boolean().default(true),
  /** The purpose of the papers in the watermark. Default: the title. */
  purpose: f.leftOut(shareTitle),
};

export const createShare = endpoint({
  id: 'createShare',
  method: 'POST',
  path: v1,
  token: 'auth',
  summary:
    'Share documents for a time: with recipients who are written to, or by a link; the same request under the same key is answered with the same share',
  headers: z.looseObject({ 'idempotency-key': f.idempotencyKey.optional() }),
  body: z.union([
    z.strictObject({
      ...created,
      mode: z.literal('EMAIL'),
      /** The same address twice is one recipient. */
      recipients: z
        .array(z.strictObject({ email: f.email, phone: f.leftOut(f.phone) }))
        .min(1)
        .max(f.limits.recipients),
      message: f.leftOut(f.plainLines(f.limits.shareMessage)),
    }),
    z.strictObject({
      ...created,
      mode: z.literal('LINK'),
      /** Null and an empty one mean none. Spaces are ignored: dictated or pasted, a code comes with them. */
      securityCode: f.leftOut(
        z.string().overwrite(f.withoutSpaces).min(f.limits.securityCodeMin).max(f.limits.securityCodeMax),
      ),
    }),
  ]),
  response: shareWithLink,
  status: 201,
  /** `SharingNotFound` where what this key has created was deleted since. */
  errors: ['DocumentNotFound', 'PhoneNumberFormatError', 'IdempotencyKeyReused', 'SharingNotFound'],
});

export const getShare = endpoint({
  id: 'getShare',
  method: 'GET',
  path: `${v1}/:id`,
  token: 'auth',
  summary: 'A share with its recipients and documents',
  params: f.idParams,
  response: share,
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound'],
});

export const deleteShare = endpoint({
  id: 'deleteShare',
  method: 'DELETE',
  path: `${v1}/:id`,
  token: 'auth',
  summary: 'End a share at once, and take it off the lists',
  params: f.idParams,
  status: 204,
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound'],
});

export const stopShare = endpoint({
  id: 'stopShare',
  method: 'POST',
  path: `${v1}/:id/stop`,
  token: 'auth',
  summary: 'End a share at once; it stays among the expired ones',
  params: f.idParams,
  response: share,
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound'],
});

export const extendShare = endpoint({
  id: 'extendShare',
  method: 'POST',
  path: `${v1}/:id/extend`,
  token: 'auth',
  summary: 'Move the end of an active share to so many days from now: later than it is, never sooner',
  params: f.idParams,
  body: z.strictObject({ durationDays }),
  response: share,
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound', 'EntityNotFound'],
  refusals: ended,
});

export const makeShareLink = endpoint({
  id: 'makeShareLink',
  method: 'POST',
  path: `${v1}/:id/link`,
  token: 'auth',
  summary:
    'The link of an active share, or of one of its recipients, to copy it; renewed, the one before opens nothing',
  params: f.idParams,
  body: z.strictObject({
    /** For a share with several recipients. */
    recipientId: z.string().optional(),
    renew: z.boolean().default(false),
  }),
  response: z.object({ link: z.string() }),
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound', 'EntityNotFound'],
  refusals: ended,
});

export const sendShareAgain = endpoint({
  id: 'sendShareAgain',
  method: 'POST',
  path: `${v1}/:id/send-again`,
  token: 'auth',
  summary: 'Write to the recipients of an active share again, or to some of them; at most 3 times a day',
  params: f.idParams,
  body: z.strictObject({ recipients: z.array(z.string()).min(1).max(f.limits.recipients).optional() }),
  response: share,
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound', 'EntityNotFound', 'TooManyRequests'],
  refusals: ended,
});

/** One act of one person with a share. */
const shareEvent = z.object({
  id: z.string(),
  at: f.instant,
  kind: z.enum(['OPENED', 'MARKED_AS_READ', 'READ', 'DOWNLOADED']),
  /** None for a link. */
  recipient: z.object({ id: z.string(), email: z.string() }).optional(),
  /** The document that was read or downloaded; without a title once it is gone. */
  document: z.object({ id: z.string(), title: z.string().optional() }).optional(),
});
export type ShareEvent = z.output<typeof shareEvent>;

export const listShareEvents = endpoint({
  id: 'listShareEvents',
  method: 'GET',
  path: `${v1}/:id/events`,
  token: 'auth',
  summary: 'Who opened a share, and who read or downloaded what, newest first',
  params: f.idParams,
  query: z.strictObject({ ...f.pageQuery }),
  response: f.page(shareEvent),
  notFound: 'SharingNotFound',
  errors: ['SharingNotFound'],
});

export const findSharesOf = endpoint({
  id: 'findSharesOf',
  method: 'POST',
  path: `${v1}/of-documents`,
  token: 'auth',
  summary:
    'The active shares that hold any of these documents, or what is in these folders: to be shown before a deletion',
  body: z.strictObject({
    documents: z.array(z.string()).max(f.limits.selection).default([]),
    folders: z.array(z.string()).max(f.limits.selection).default([]),
  }),
  response: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        expirationDate: f.instant,
        /** How many of what was asked about it holds. */
        documentCount: z.int().positive(),
      }),
    ),
  }),
  errors: [],
});
