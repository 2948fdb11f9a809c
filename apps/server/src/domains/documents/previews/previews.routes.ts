import { getPreview, pageCountHeader } from '@perenne/contract/previews';
import { mount, type App } from '../../../platform/http/mount.ts';
import { makeTurnstile } from '../../../platform/passwords/turnstile.ts';
import type { Platform } from '../../../platform/platform.ts';
import { contentPolicy } from '../send-content.ts';
import { drawPreview } from './draw-preview.ts';

export function mountPreviews(app: App, platform: Platform): void {
  // Each is a process that may take more than a gigabyte.
  const turnstile = makeTurnstile({ atOnce: 2, waitingAtMost: 20 });
  mount(app, getPreview, async ({ actor, params, query, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { picture, pageCount } = await turnstile(() =>
      drawPreview(platform, actor, { documentId: params.id, page: query.page, signal: gone.signal }),
    );
    void reply
      .headers({
        [pageCountHeader]: pageCount,
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'content-length': picture.length,
        'content-security-policy': contentPolicy,
        'cache-control': 'no-store',
      })
      .send(picture);
  });
}
