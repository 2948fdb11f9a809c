import type { PublicDocument, PublicSharing } from '@perenne/contract/public-sharings';
import { beforeEach, expect, it, vi } from 'vitest';
import { SharedContents } from './shared-contents.ts';

const content = new Uint8Array(60_000).map((_, index) => index % 251);

/** Comes in pieces, so that two downloads run beside one another. */
const answer = () =>
  new Response(
    new ReadableStream({
      async start(controller) {
        for (let at = 0; at < content.length; at += 10_000) {
          controller.enqueue(content.slice(at, at + 10_000));
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        controller.close();
      },
    }),
    { headers: { ETag: '"bail"', 'Content-Length': String(content.length), 'Content-Type': 'application/pdf' } },
  );

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  return () => vi.unstubAllGlobals();
});

it('keeps the same document apart that comes by two shares at once', async () => {
  const contents = new SharedContents('proof');
  const document = { id: 'lease', fileName: 'bail.pdf' } as PublicDocument;
  const shares = ['one', 'other'].map((id) => ({ id }) as PublicSharing);
  const alone = await Promise.all(shares.map((share) => contents.download(share, document, {})));
  for (const kept of alone) expect(new Uint8Array(await kept.content.arrayBuffer())).toEqual(content);
  const together = await Promise.all(shares.map((share) => contents.downloadSeveral(share, [document], {})));
  for (const archive of together) expect(new Uint8Array(await archive.arrayBuffer())).toEqual(content);
});
