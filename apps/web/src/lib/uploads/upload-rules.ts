import { allowedExtensions } from '@perenne/contract/documents';
import type { ErrorCode } from '@perenne/contract/errors';
import { limits } from '@perenne/contract/fields';

/** Why a file is not even sent: a code of the server's own, or `empty`, which it would call a bad type. */
export type FileRefusal = Extract<ErrorCode, 'PayloadTooLarge' | 'UnsupportedFileType'> | 'empty';

export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): FileRefusal | undefined {
  const extension = /[^.]\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase();
  if (!allowedExtensions.some((allowed) => allowed === extension)) return 'UnsupportedFileType';
  if (size === 0) return 'empty';
  return size > limits.documentBytes ? 'PayloadTooLarge' : undefined;
}

/** From here on, a cut connection would cost too much: the file goes in parts. */
const resumableBytes = 5_000_000;
export const isResumable = ({ size }: Pick<File, 'size'>): boolean => size > resumableBytes;
