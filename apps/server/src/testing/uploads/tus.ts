import type { TestApp } from '../test-app.ts';
import type { TestOwner } from '../people/makers.ts';

const url = '/backend/api/v1/uploads';
const tus = { 'tus-resumable': '1.0.0' };

/** The pairs of `Upload-Metadata`. */
export const metadataOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

type App = Pick<TestApp, 'app'>;
type Headers = Record<string, string>;
type Announced = { bytes: number; fields?: Record<string, string>; headers?: Headers; payload?: Buffer };

/** Each request of the protocol, as a careful client makes it; `headers` change it. */
export function tusOf({ app }: App, owner: TestOwner) {
  const send = (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    address: string,
    { headers, payload }: { headers?: Headers; payload?: Buffer } = {},
  ) =>
    app.inject({
      method,
      url: address,
      headers: { ...tus, ...owner.headers, ...headers },
      ...(payload && { payload }),
    });
  const body = { 'content-type': 'application/offset+octet-stream' };
  return {
    create: ({ bytes, fields = { filename: 'Bail.pdf' }, headers, payload }: Announced) =>
      send('POST', url, {
        headers: {
          'upload-length': String(bytes),
          'upload-metadata': metadataOf(fields),
          ...(payload && body),
          ...headers,
        },
        ...(payload && { payload }),
      }),
    head: (address: string, headers?: Headers) => send('HEAD', address, { ...(headers && { headers }) }),
    patch: (address: string, offset: number, payload: Buffer, headers: Headers = {}) =>
      send('PATCH', address, { headers: { ...body, 'upload-offset': String(offset), ...headers }, payload }),
    cancel: (address: string) => send('DELETE', address),
  };
}
