import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { invoice } from './invoices.ts';

const v1 = '/backend/api/v1';

/** AUDO other, PAYE payslip, CONT contract, FACT and FACTA invoices, CIDT identity card, and so on. */
export const documentType = z.enum([
  'AUDO',
  'PAYE',
  'CONT',
  'FACT',
  'FACTA',
  'CIDT',
  'AECV',
  'DPLM',
  'PECO',
  'ACNS',
  'PSPR',
  'TSMT',
  'ECJD',
  'OTHER',
  'PRN_STC',
  'PRN_WORKCERT',
  'PRN_AER',
  'PRN_SOLIDARITY',
  'PRN_DOCSORTIE',
]);
export type DocumentType = z.output<typeof documentType>;

/** Payslips and exit documents: where an employer gave them, originals. */
export const employerTypes: readonly DocumentType[] = [
  'PAYE',
  'PRN_STC',
  'PRN_WORKCERT',
  'PRN_AER',
  'PRN_SOLIDARITY',
  'PRN_DOCSORTIE',
];

/** Types that an owner may give a document: payslips come from employers alone. */
export const ownerTypes: readonly DocumentType[] = documentType.options.filter((type) => type !== 'PAYE');

export const allowedExtensions = [
  ...['pdf', 'png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'heic', 'heif', 'avif', 'tif', 'tiff', 'bmp'],
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf'],
  ...['txt', 'csv', 'xml', 'eml', 'zip'],
] as const;
export type AllowedExtension = (typeof allowedExtensions)[number];

export const addedBy = z.enum(['company', 'employee', 'collector']);

/** Their validity ends: identity cards, driving licences, passports, and titles that have no type of their own. */
export const expiringTypes: readonly DocumentType[] = ['CIDT', 'PECO', 'PSPR', 'OTHER'];

/** The dates of papers that someone alive holds. */
const expiryDate = f.calendarDate.refine((day) => day >= '1950-01-01' && day <= '2199-12-31', {
  params: { rule: 'date' },
});

const title = f.plainText(f.limits.title);

export const document = z.object({
  id: z.string(),
  title: z.string(),
  type: documentType,
  size: f.sizeBytes,
  sha256: z.string(),
  addedAt: f.instant,
  addedBy,
  /** Absent where its owner added it unasked. */
  origin: z
    .object({
      name: z.string().optional(),
      collectorId: z.string().optional(),
      /** The address to which the link of a request was sent, if the file came by one: anybody may have followed it. */
      linkSentTo: z.string().optional(),
      /** The sender's own words about such a file: they prove nothing. */
      sentBy: z.object({ name: z.string().optional(), note: z.string().optional() }).optional(),
    })
    .optional(),
  unread: z.boolean(),
  categoryId: z.string(),
  folderId: z.string().nullable(),
  mimeType: z.string(),
  fileName: z.string(),
  period: z.string().optional(),
  /** The document that it corrects: the same payslip deposited again, both kept. */
  replaces: z.string().optional(),
  replacedBy: z.string().optional(),
  duplicateOf: z.string().optional(),
  /** Until when an identity paper is good, as its owner said. */
  expiresOn: f.calendarDate.optional(),
  /**
   * Until when an identity paper is good by its own text, if its owner has not said it and agreed that contents are
   * read. A proposal, on the page of one document alone.
   */
  readExpiresOn: f.calendarDate.optional(),
  /** Until when a French identity card is good if it was issued to an adult: later than what is printed on it. */
  extendedUntil: f.calendarDate.optional(),
  /** The electronic invoice that the file is, or holds (Factur-X, ZUGFeRD, UBL). */
  invoice: invoice.optional(),
  /** In the trash: days until it is removed for good. */
  remainingDays: z.int().optional(),
  /** A small picture of it can be read. */
  hasThumbnail: z.boolean(),
  /** The caller's rights: the page asks, it does not derive. */
  can: z.object({
    rename: z.boolean(),
    changeType: z.boolean(),
    move: z.boolean(),
    /** To the trash, or for good from there. */
    delete: z.boolean(),
    restore: z.boolean(),
    setExpiry: z.boolean(),
  }),
});
export type Document = z.output<typeof document>;

export const documentSort = z.enum(['-addedAt', 'addedAt', 'title', '-title', 'size', '-size']);

export const listDocuments = endpoint({
  id: 'listDocuments',
  method: 'GET',
  path: `${v1}/documents`,
  token: 'auth',
  summary: 'The documents of the safe; a category holds what its folders hold',
  query: z.strictObject({
    ...f.pageQuery,
    folderId: z.string().optional(),
    categoryId: z.string().optional(),
    type: documentType.optional(),
    addedBy: addedBy.optional(),
    /** The employer or the collector that brought them, by its id. */
    origin: f.uuid.optional(),
    unread: z.enum(['true', 'false']).optional(),
    /**
     * Words of the title and, where the owner agreed, of the content: each is the beginning of one there. Blanks
     * look for nothing, and filter nothing; signs that are no word are found nowhere.
     */
    q: z.string().trim().max(200).optional(),
    from: f.calendarDate.optional(),
    to: f.calendarDate.optional(),
    sort: documentSort.default('-addedAt'),
  }),
  response: f.page(document),
  errors: ['FolderNotFound', 'CategoryNotFound'],
});

export const uploadForm = z.strictObject({
  title: title.optional(),
  type: documentType.optional(),
  categoryId: z.string().optional(),
  folderId: z.string().optional(),
});

export const uploadDocument = endpoint({
  id: 'uploadDocument',
  method: 'POST',
  path: `${v1}/documents`,
  token: 'auth',
  summary: 'Add a file to the safe',
  form: uploadForm,
  response: document,
  status: 201,
  errors: [
    'Forbidden',
    'PayloadTooLarge',
    'UnsupportedFileType',
    'UserSpaceStorageFull',
    'MalwareDetected',
    'AntimalwareUnavailable',
    'CategoryNotFound',
    'FolderNotFound',
  ],
});

export const getDocument = endpoint({
  id: 'getDocument',
  method: 'GET',
  path: `${v1}/documents/:id`,
  token: 'auth',
  summary: 'The technical metadata of a document',
  params: f.idParams,
  response: document,
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound'],
});

export const patchDocument = endpoint({
  id: 'patchDocument',
  method: 'PATCH',
  path: `${v1}/documents/:id`,
  token: 'auth',
  summary: 'Rename a document, change its type, its unread mark or the end of its validity',
  params: f.idParams,
  body: z.strictObject({
    title: title.optional(),
    type: documentType.optional(),
    unread: z.boolean().optional(),
    /** For an identity paper; null takes it away. */
    expiresOn: expiryDate.nullish(),
    /** The caller's view before the change: if it is another since, nothing is changed. */
    formerly: z
      .strictObject({ title: z.string(), type: documentType, expiresOn: f.calendarDate.nullable() })
      .partial()
      .optional(),
  }),
  response: document,
  notFound: 'DocumentNotFound',
  /** `ModifiedElsewhere` names the field, and its value since in `params.current`. */
  errors: ['DocumentNotFound', 'Forbidden', 'ModifiedElsewhere'],
});

export const getThumbnail = endpoint({
  id: 'getThumbnail',
  method: 'GET',
  path: `${v1}/documents/:id/thumbnail`,
  token: 'auth',
  summary: 'A small picture of the first page',
  params: f.idParams,
  bytes: 'image/webp',
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound'],
});

export const getDocumentContent = endpoint({
  id: 'getDocumentContent',
  method: 'GET',
  path: `${v1}/documents/:id/content`,
  token: 'auth',
  summary: 'The bytes of a document; reading them takes the unread mark away',
  params: f.idParams,
  bytes: 'application/octet-stream',
  ranges: true,
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound', 'DocumentDamaged'],
});
