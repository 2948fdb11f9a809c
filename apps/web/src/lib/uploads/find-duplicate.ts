import type { Document } from '@perenne/contract/documents';
import { findDuplicates } from '@perenne/contract/duplicates';
import { call } from '../api/call.ts';
import { sha256Of } from '../browser/sha256.ts';

/**
 * The document that holds this content already, one in the trash where there is no other. None is known where
 * the browser cannot compute a digest, which it does on secure pages only.
 */
export async function findDuplicate(file: File, signal: AbortSignal): Promise<Document | undefined> {
  if (!isSecureContext) return undefined;
  try {
    const sha256 = await sha256Of(await file.arrayBuffer());
    if (signal.aborted) return undefined;
    const { items } = await call(findDuplicates, { body: { sha256: [sha256] }, signal });
    return items[0]?.document;
  } catch {
    // Not to know is no reason not to send: the server finds it afterwards too.
    return undefined;
  }
}
