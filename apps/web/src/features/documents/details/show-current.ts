import { getDocument } from '@perenne/contract/documents';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { showChange } from '../state/document-cache.ts';

/** Shows everywhere what another window has made of a document meanwhile. */
export async function showCurrent(queries: QueryClient, id: string): Promise<void> {
  const document = await call(getDocument, { params: { id } });
  // Fields that it no longer has are gone too.
  showChange(queries, id, { expiresOn: undefined, extendedUntil: undefined, ...document });
}
