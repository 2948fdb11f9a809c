import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';

/** The sealed part of a request's row, under the values key of its safe. */
const requestSecrets = z.object({
  title: z.string(),
  message: z.string().nullable(),
  sender: z.string(),
  /** The address that was written to. */
  email: z.string().nullable(),
  locale: z.enum(['fr', 'en']),
});
export type RequestSecrets = z.output<typeof requestSecrets>;

const placeOf = (requestId: string) => ({ table: 'document_requests', column: 'sealed', row: requestId });

export const sealRequest = (values: KeyObject, requestId: string, secrets: RequestSecrets): Buffer =>
  sealJson(values, placeOf(requestId), secrets);
export const openRequest = (values: KeyObject, requestId: string, sealed: Buffer): RequestSecrets =>
  requestSecrets.parse(openJson(values, placeOf(requestId), sealed));
