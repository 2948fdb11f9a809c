import { createHash } from 'node:crypto';
import type { CollectedDocument } from '@perenne/collecting/run';
import type { Part } from '@perenne/collecting/imap/parts';
import type { Message } from './messages.ts';

/** Parts of mails that are nobody's documents: signatures, invitations, cards, reports of delivery. */
const noDocuments =
  /^(application\/(x-)?pkcs7-signature|application\/pgp-|application\/ics|text\/(calendar|(x-)?vcard|directory|rfc822-headers)|message\/(delivery|disposition))/;

/** The attachments of a message: neither its text, nor the pictures in it. */
export const attachmentsOf = ({ parts }: Message): Part[] => parts.filter(isAttachment);

function isAttachment({ type, fileName, disposition, isRelated }: Part): boolean {
  if (noDocuments.test(type)) return false;
  if (type.startsWith('image/')) return !isRelated;
  const isText = type === 'text/plain' || type === 'text/html';
  return disposition === 'attachment' || fileName !== null || !isText;
}

/** Extensions by type, where a sender gave a name without one. */
const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/tiff': 'tiff',
  'application/zip': 'zip',
  'message/rfc822': 'eml',
  'application/ms-tnef': 'dat',
};

export type Described = Omit<CollectedDocument, 'open'>;

/** How an attachment is called and known. */
export function describe(
  message: Message,
  part: Part,
  { isOnly, folder }: { isOnly: boolean; folder: string },
): Described {
  const fileName = fileNameOf(part);
  const name = fileName.replace(/\.[^.]*$/, '');
  const isInvoice = /facture|invoice/i.test(`${name} ${message.subject}`);
  return {
    identity: identityOf(message, part, folder),
    // A mail often brings several attachments: its subject alone then says nothing.
    title: ((isOnly && message.subject) || name).slice(0, 1_000) || fileName,
    fileName,
    ...(isInvoice && { type: 'FACTA' }),
    ...(message.date !== null && { date: message.date }),
  };
}

function fileNameOf({ fileName, type }: Part): string {
  const name = (fileName ?? 'document').replace(/^.*[/\\]/, '').slice(-200) || 'document';
  const extension = extensions[type];
  return /[^.]\.[a-z0-9]{2,4}$/i.test(name) || extension === undefined ? name : `${name}.${extension}`;
}

const longestIdentity = 400;

/** The same in every folder and after a mailbox has moved, where its sender named the message. */
function identityOf({ messageId, uid }: Message, { path }: Part, folder: string): string {
  const message = messageId ?? `${folder}:${uid}`;
  return message.length > longestIdentity
    ? `${createHash('sha256').update(message).digest('hex')} ${path}`
    : `${message} ${path}`;
}
