import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

export const getAttestation = endpoint({
  id: 'getAttestation',
  method: 'GET',
  path: `${v1}/documents/:id/attestation`,
  token: 'auth',
  summary: 'The deposit attestation: what, when, by whom, digest, seal',
  params: f.idParams,
  bytes: 'application/pdf',
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound', 'DocumentDamaged', 'ServiceUnavailable'],
});

export const verifyIntegrity = endpoint({
  id: 'verifyIntegrity',
  method: 'POST',
  path: `${v1}/documents/:id/verify-integrity`,
  token: 'auth',
  summary: 'Read the content again and compare its digests with those of its deposit',
  params: f.idParams,
  response: z.object({
    intact: z.boolean(),
    /** In hex, as at the deposit. */
    sha256: z.string(),
    sha512: z.string(),
    verifiedAt: f.instant,
  }),
  notFound: 'DocumentNotFound',
  errors: ['DocumentNotFound', 'ServiceUnavailable'],
});

export const getSealKeys = endpoint({
  id: 'getSealKeys',
  method: 'GET',
  path: `${v1}/seals/keys`,
  token: 'none',
  summary: 'The public keys of the seals on attestations, the newest last',
  response: z.object({
    keys: z.array(z.object({ kid: z.string(), algorithm: z.enum(['ES256', 'Ed25519']), publicKey: z.string() })),
  }),
  errors: [],
});

export const verifySeal = endpoint({
  id: 'verifySeal',
  method: 'POST',
  path: `${v1}/seals/verify`,
  token: 'none',
  summary: 'Whether the facts of an attestation bear the seal of this installation',
  body: z.strictObject({
    /** The file `attestation.json` of the PDF, to the byte. */
    facts: z.string().min(1).max(20_000),
    /** As printed and in the file `attestation.sig.txt`, in base 64. */
    signature: z.string().min(1).max(200),
  }),
  response: z.object({ genuine: z.boolean(), kid: z.string().optional() }),
  errors: [],
});
