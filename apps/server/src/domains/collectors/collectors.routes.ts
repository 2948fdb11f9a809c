import * as contract from '@perenne/contract/collectors';
import { localeOf } from '../../platform/http/locale.ts';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { activateCollector, deactivateCollector, synchroniseCollector } from './change-state.ts';
import { createCollector } from './create-collector.ts';
import { deleteCollector } from './delete-collector.ts';
import { listAgents, readLogo } from './agents/list-agents.ts';
import { listCollectors, listRuns } from './list-collectors.ts';
import { giveMfaCode, resendMfaCode } from './mfa-code.ts';
import { patchCollector } from './patch-collector.ts';
import { presentOne } from './present-collector.ts';

/** A drawing that runs nothing and loads nothing, also where it is opened by its address. */
const logoHeaders = {
  'content-type': 'image/svg+xml',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cache-control': 'public, max-age=86400',
};

export function mountCollectors(app: App, platform: Platform): void {
  mount(app, contract.listAgents, ({ actor, query, request }) =>
    listAgents(platform, actor, { query, locale: localeOf(request) }),
  );
  mount(app, contract.getAgentLogo, async ({ params, reply }) => {
    void reply.headers(logoHeaders).send(readLogo(platform, params.id));
  });
  mount(app, contract.listCollectors, ({ actor, query, request }) =>
    listCollectors(platform, actor, { query, locale: localeOf(request) }),
  );
  mount(app, contract.createCollector, ({ actor, body, request }) =>
    createCollector(platform, actor, { body, locale: localeOf(request) }),
  );
  mount(app, contract.getCollector, ({ actor, params, request }) =>
    presentOne(platform.db, platform, { owner: actor, collectorId: params.id, locale: localeOf(request) }),
  );
  mount(app, contract.patchCollector, ({ actor, params, body, request }) =>
    patchCollector(platform, actor, { collectorId: params.id, body, locale: localeOf(request) }),
  );
  mount(app, contract.deleteCollector, ({ actor, params, body }) =>
    deleteCollector(platform, actor, { collectorId: params.id, documents: body.documents }),
  );
  mount(app, contract.activateCollector, ({ actor, params, request }) =>
    activateCollector(platform, actor, { collectorId: params.id, locale: localeOf(request) }),
  );
  mount(app, contract.deactivateCollector, ({ actor, params, request }) =>
    deactivateCollector(platform, actor, { collectorId: params.id, locale: localeOf(request) }),
  );
  mount(app, contract.synchroniseCollector, ({ actor, params, request }) =>
    synchroniseCollector(platform, actor, { collectorId: params.id, locale: localeOf(request) }),
  );
  mount(app, contract.giveMfaCode, ({ actor, params, body, request }) =>
    giveMfaCode(platform, actor, { collectorId: params.id, code: body.code, locale: localeOf(request) }),
  );
  mount(app, contract.resendMfaCode, ({ actor, params }) => resendMfaCode(platform, actor, params.id));
  mount(app, contract.listCollectorRuns, ({ actor, params, query }) =>
    listRuns(platform, actor, { collectorId: params.id, query }),
  );
}
