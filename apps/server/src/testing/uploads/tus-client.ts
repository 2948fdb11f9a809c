import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';

type Wanted = { url: string; headers: Record<string, string>; options?: Partial<UploadOptions> };

export const uploadsPath = '/backend/api/v1/uploads';

/** How an upload ends for a client: its document, or what it was refused with. */
export type Ended = { documentId: string | undefined; error: DetailedError | Error | null };

/** The client that pages use, which retries at once. */
export function clientOf(content: Buffer, { url, headers, options = {} }: Wanted) {
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const upload = new Upload(content, {
    endpoint: `${url}${uploadsPath}`,
    headers,
    metadata: { filename: 'Bail.pdf', filetype: 'application/pdf' },
    retryDelays: Array.from({ length: 40 }, () => 20),
    onSuccess: ({ lastResponse }) => resolve({ documentId: lastResponse.getHeader('Document-Id'), error: null }),
    onError: (error) => resolve({ documentId: undefined, error }),
    ...options,
  });
  return { upload, ended };
}

/** Status and code of a refusal. */
export function refusalOf({ error }: Ended): [number | undefined, string | undefined] {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const body = response?.getBody();
  const refusal = body ? (JSON.parse(body) as { errors: { code: string }[] }) : undefined;
  return [response?.getStatus(), refusal?.errors[0]?.code];
}
