import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openJson, sealJson } from '../../platform/sealing/values.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { normaliseEmail } from '../identity/identity.ts';

/** The sealed part of a share's row, under the values key of its safe. */
const shareSecrets = z.object({
  title: z.string(),
  message: z.string().nullable(),
  /** The owner's name when it was made. */
  sender: z.string(),
  /** The purpose of identity papers that the watermark names. */
  purpose: z.string(),
  watermark: z.boolean(),
  /** Those of its documents that were identity papers when it was made. */
  papers: z.array(z.string()).default([]),
  /** The language of the messages to recipients. */
  locale: z.enum(['fr', 'en']),
});
export type ShareSecrets = z.output<typeof shareSecrets>;

/** A person who may open it; nothing of a link's holder. */
const recipientSecrets = z.object({ email: z.string().nullable(), phone: z.string().nullable() });
export type RecipientSecrets = z.output<typeof recipientSecrets>;

const shareAt = (shareId: string) => ({ table: 'shares', column: 'sealed', row: shareId });
const recipientAt = (recipientId: string) => ({ table: 'share_recipients', column: 'sealed', row: recipientId });

export const sealShare = (values: KeyObject, shareId: string, secrets: ShareSecrets): Buffer =>
  sealJson(values, shareAt(shareId), secrets);
export const openShare = (values: KeyObject, shareId: string, sealed: Buffer): ShareSecrets =>
  shareSecrets.parse(openJson(values, shareAt(shareId), sealed));

export const sealRecipient = (values: KeyObject, recipientId: string, secrets: RecipientSecrets): Buffer =>
  sealJson(values, recipientAt(recipientId), secrets);
export const openRecipient = (values: KeyObject, recipientId: string, sealed: Buffer): RecipientSecrets =>
  recipientSecrets.parse(openJson(values, recipientAt(recipientId), sealed));

type Tags = Pick<Secrets, 'tag' | 'codeTag'>;

/** Finds what is addressed to someone, whoever the sender; not the tag of an account. */
export const recipientEmailTag = (secrets: Tags, email: string): Buffer =>
  secrets.tag('share-email', normaliseEmail(email));
export const recipientPhoneTag = (secrets: Tags, phone: string): Buffer => secrets.tag('share-phone', phone);

/** The stored form of a link's security code. */
export const securityTag = (secrets: Tags, shareId: string, code: string): Buffer =>
  secrets.codeTag('share-link', shareId, code);
