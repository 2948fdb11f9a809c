import type { Channel } from './wire.ts';

/** The content of a document was cut by the run. */
export class ContentCut extends Error {
  override readonly name = 'ContentCut';
}

/** The bytes of a document as they come from a run. @throws {ContentCut} */
export async function* contentOf(channel: Channel): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of channel as AsyncIterable<Uint8Array>) yield chunk;
  } catch (cause) {
    throw new ContentCut('the content of a document was cut', { cause });
  }
}
