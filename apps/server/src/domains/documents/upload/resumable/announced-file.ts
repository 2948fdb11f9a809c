import type { AllowedExtension, DocumentType } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { brokenRules } from '@perenne/contract/issues';
import { uploadMetadata } from '@perenne/contract/uploads';
import type { z } from 'zod';
import { DomainError, InvalidRequest } from '../../../../platform/domain-error.ts';
import { cleanFileName } from '../../record/documents.rules.ts';
import { extensionOf } from '../../record/file-type.rules.ts';
import { typeOf } from '../upload-document.ts';

/** A client's description of a file, sent before the first byte. */
export type AnnouncedFile = {
  /** As the client named it. */
  fileName: string;
  extension: AllowedExtension;
  type: DocumentType;
  fields: Omit<z.output<typeof uploadMetadata>, 'filename' | 'filetype'>;
};

/**
 * Reads `Upload-Metadata` and judges what can be judged without the content, by the rules of a form.
 * @throws {DomainError} InvalidRequest, UnsupportedFileType, Forbidden, PayloadTooLarge
 */
export function readAnnounced(metadata: string, lengthBytes: number): AnnouncedFile {
  const { filename, filetype: _notLookedAt, ...fields } = readMetadata(metadata);
  const extension = extensionOf(cleanFileName(filename));
  if (!extension || lengthBytes === 0) throw new DomainError('UnsupportedFileType', { field: 'file' });
  if (lengthBytes > limits.documentBytes)
    throw new DomainError('PayloadTooLarge', { field: 'file', params: { max: limits.documentBytes } });
  return { fileName: filename, extension, type: typeOf(fields), fields };
}

/** Pairs of a key and a text in base64, separated by commas. @throws {InvalidRequest} */
function readMetadata(metadata: string): z.output<typeof uploadMetadata> {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(/ +/));
  const texts = pairs.map(([key = '', encoded = '', ...more]): [string, string] => {
    const text = more.length === 0 ? decode(encoded) : null;
    if (key === '' || text === null) throw new InvalidRequest([{ field: 'upload-metadata', rule: 'format' }]);
    return [key, text];
  });
  const twice = texts.find(([key], index) => texts.findIndex(([other]) => other === key) < index);
  if (twice) throw new InvalidRequest([{ field: twice[0], rule: 'maxItems', bounds: { max: 1 } }]);
  const parsed = uploadMetadata.safeParse(Object.fromEntries(texts), { reportInput: true });
  if (!parsed.success) throw new InvalidRequest(brokenRules(parsed.error));
  return parsed.data;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

function decode(encoded: string): string | null {
  if (!base64.test(encoded)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
