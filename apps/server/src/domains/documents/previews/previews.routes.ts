import { getPreview, pageCountHeader } from '@perenne/contract/previews';
import { goneOf } from '../../../platform/http/connections/gone.ts';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { heavyWork, makeFairLine } from '../../../platform/turns/fair-line.ts';
import { contentPolicy } from '../download/send-content.ts';
import { drawPreview } from './draw-preview.ts';

export function mountPreviews(app: App, platform: Platform): void {
  // Each is a process that may take more than a gigabyte.
  const line = makeFairLine(heavyWork);
  mount(app, getPreview, async ({ actor, params, query, reply }) => {
    const signal = goneOf(reply);
    const draw = () => drawPreview(platform, actor, { documentId: params.id, page: query.page, signal });
    const { picture, pageCount } = await line(actor.safeId, draw, signal);
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
