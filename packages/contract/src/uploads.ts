import { z } from 'zod';
import { uploadDocument, uploadForm } from './documents.ts';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

/**
 * Resumable uploads by the tus protocol, version 1.0.0 (https://tus.io/protocols/resumable-upload): core,
 * creation, creation with upload, expiration, termination, checksum.
 */
const uploads = '/backend/api/v1/uploads';

export const tusVersion = '1.0.0';
/** The media type of a body that holds a part of the file. */
export const tusMediaType = 'application/offset+octet-stream';
export const tusChecksums = ['sha256', 'sha1'] as const;
/** An upload that no request names within this time is taken back. */
export const uploadLifeHours = 24;

/** In `Upload-Metadata`: the file's name, and the fields of `POST documents`. */
export const uploadMetadata = uploadForm.extend({
  filename: z.string().min(1).max(1_000),
  /** The client's name for the media type. The content and the name's extension decide: this is not looked at. */
  filetype: z.string().optional(),
});

const bytes = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const version = z.literal(tusVersion).optional().describe('Without it, or with another one: 412');
const checksum = z.string().optional().describe('The algorithm, a space, the digest of the body in base64');

/** The headers of answers that give an upload's state. */
const states = {
  'Upload-Offset': 'How many bytes have come and are kept.',
  'Upload-Expires': 'Until when the upload can be continued.',
  'Document-Id': 'The document, once the last byte has come and it is made.',
};

const protocolRefusals = { 412: 'Another version of the protocol.', 415: 'A body of another media type.' };
const turnRefusals = {
  409: 'The upload is at another offset.',
  423: 'The document is being made, or another request continues the upload.',
};
const checksumRefusal = { 460: 'The body has another digest: nothing of it is kept.' };

export const describeUploads = endpoint({
  id: 'describeUploads',
  method: 'OPTIONS',
  path: uploads,
  token: 'none',
  summary: 'What the server knows of the tus protocol',
  answerHeaders: {
    'Tus-Version': 'The versions of the protocol.',
    'Tus-Extension': 'Its extensions.',
    'Tus-Max-Size': 'The largest file, in bytes.',
    'Tus-Checksum-Algorithm': 'The digests that a part of the file may come with.',
  },
  status: 204,
  errors: [],
});

export const createUpload = endpoint({
  id: 'createUpload',
  method: 'POST',
  path: uploads,
  token: 'auth',
  summary: 'Announce a file that comes in parts (tus); the first part may come with it',
  headers: z.looseObject({
    'tus-resumable': version,
    'upload-length': bytes,
    'upload-metadata': z.string().max(8_000),
    'upload-checksum': checksum,
  }),
  answerHeaders: { Location: 'The address of the upload.', ...states },
  status: 201,
  errors: uploadDocument.errors,
  refusals: { ...protocolRefusals, ...checksumRefusal },
});

export const readUpload = endpoint({
  id: 'readUpload',
  method: 'HEAD',
  path: `${uploads}/:id`,
  token: 'auth',
  summary: 'Where an upload is (tus)',
  params: f.idParams,
  headers: z.looseObject({ 'tus-resumable': version }),
  answerHeaders: {
    ...states,
    'Upload-Length': 'The size of the file, in bytes.',
    'Upload-Metadata': 'As it was announced.',
  },
  status: 200,
  notFound: 'NotFound',
  errors: ['NotFound'],
  refusals: { 412: protocolRefusals[412], 423: turnRefusals[423] },
});

export const continueUpload = endpoint({
  id: 'continueUpload',
  method: 'PATCH',
  path: `${uploads}/:id`,
  token: 'auth',
  summary: 'Send a part of the file (tus); with the last one, the document is made by the rules of POST documents',
  params: f.idParams,
  headers: z.looseObject({ 'tus-resumable': version, 'upload-offset': bytes, 'upload-checksum': checksum }),
  consumes: [tusMediaType],
  answerHeaders: states,
  status: 204,
  notFound: 'NotFound',
  errors: ['NotFound', ...uploadDocument.errors],
  refusals: { ...protocolRefusals, ...turnRefusals, ...checksumRefusal },
});

export const cancelUpload = endpoint({
  id: 'cancelUpload',
  method: 'DELETE',
  path: `${uploads}/:id`,
  token: 'auth',
  summary: 'Give an upload up (tus); a document that it has become stays',
  params: f.idParams,
  headers: z.looseObject({ 'tus-resumable': version }),
  status: 204,
  notFound: 'NotFound',
  errors: ['NotFound'],
  refusals: { 412: protocolRefusals[412] },
});
