import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

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

export const getAttestation = endpoint({
  id: 'getAttestation',
  method: 'GET',
  path: `${v1}/documents/:id/attestation`,
  token: 'auth',
  summary: 'The deposit attestation: what, when, by whom, digest, seal',
  params: f.idParams,
  bytes: 'application/pdf',
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound'],
});

export const verifyIntegrity = endpoint({
  id: 'verifyIntegrity',
  method: 'POST',
  path: `${v1}/documents/:id/verify-integrity`,
  token: 'auth',
  summary: 'Read the content again and compare its digests with those of its deposit',
  params: f.idParams,
  response: z.object({ intact: z.boolean(), sha256: z.string(), sha512: z.string(), verifiedAt: f.instant }),
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound'],
});
