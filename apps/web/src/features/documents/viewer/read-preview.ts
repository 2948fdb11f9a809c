import { getPreview, pageCountHeader } from '@perenne/contract/previews';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/call.ts';

export interface Preview {
  picture: Blob;
  pageCount: number;
}

/** A page, from 1, as a picture that every browser draws. */
export async function readPreview(id: string, page: number, signal: AbortSignal): Promise<Preview> {
  const response = await request(getPreview, { params: { id }, query: { page }, signal });
  try {
    return { picture: await response.blob(), pageCount: Number(response.headers.get(pageCountHeader)) };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new NetworkError('The picture broke off', { cause });
  }
}
