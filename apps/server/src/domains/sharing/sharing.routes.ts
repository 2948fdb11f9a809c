import * as contract from '@perenne/contract/shares';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { extendShare, makeShareLink, sendShareAgain } from './change-share.ts';
import { createShare } from './create-share.ts';
import { deleteShare, stopShare } from './end-share.ts';
import { getShare, listShares } from './list-shares.ts';
import { findSharesOf, listShareEvents } from './events/share-events.ts';
import { refuseLongPapers } from './long-papers.ts';
import { mountRequests } from './requests/requests.routes.ts';
import { mountSenders } from './sending/senders.routes.ts';
import { mountVisitors } from './visitor/visitor.routes.ts';

export function mountSharing(app: App, platform: Platform): void {
  mount(app, contract.listShares, ({ actor, query }) => listShares(platform, actor, query));
  const refuseLong = refuseLongPapers(platform);
  mount(app, contract.createShare, ({ actor, headers, body }) =>
    createShare(platform, actor, { body, idempotencyKey: headers['idempotency-key'], refuseLong }),
  );
  mount(app, contract.findSharesOf, ({ actor, body }) => findSharesOf(platform, actor, body));
  mount(app, contract.getShare, ({ actor, params }) => getShare(platform, actor, params.id));
  mount(app, contract.deleteShare, ({ actor, params }) => deleteShare(platform, actor, params.id));
  mount(app, contract.stopShare, ({ actor, params }) => stopShare(platform, actor, params.id));
  mount(app, contract.extendShare, ({ actor, params, body }) =>
    extendShare(platform, actor, { shareId: params.id, ...body }),
  );
  mount(app, contract.makeShareLink, ({ actor, params, body }) =>
    makeShareLink(platform, actor, { shareId: params.id, ...body }),
  );
  mount(app, contract.sendShareAgain, ({ actor, params, body }) =>
    sendShareAgain(platform, actor, { shareId: params.id, ...body }),
  );
  mount(app, contract.listShareEvents, ({ actor, params, query }) =>
    listShareEvents(platform, actor, { shareId: params.id, query }),
  );
  mountVisitors(app, platform);
  mountRequests(app, platform);
  mountSenders(app, platform);
}
