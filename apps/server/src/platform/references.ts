import { randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** 128 bits, which are 22 characters. */
const referenceBytes = 16;

/** The secret part of a link. */
export const newReference = (): string => randomBytes(referenceBytes).toString('base64url');

/** A reference that follows from what it opens, so that its link can be shown again: a keyed hash of these parts. */
export const deriveReference = (secrets: Pick<Secrets, 'codeTag'>, label: string, ...parts: string[]): string =>
  secrets
    .codeTag(label, ...parts)
    .subarray(0, referenceBytes)
    .toString('base64url');

/** The address of a link. Browsers send nothing behind the # to a server, so that none logs it. */
export const linkTo = ({ settings }: { settings: { publicUrl: string } }, reference: string): string =>
  new URL(`/p#${reference}`, settings.publicUrl).href;
