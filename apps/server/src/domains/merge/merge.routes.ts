import * as contract from '@perenne/contract/merge';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCompletedFederation } from '../identity/identity.ts';
import { getInfoForMerge } from './info-for-merge.ts';
import { listMerges } from './list-merges.ts';
import { loginToMerge } from './login-to-merge.ts';
import { merge } from './receive-safe.ts';

export function mountMerge(app: App, platform: Platform): void {
  mount(app, contract.loginToMerge, ({ actor, body, request }) =>
    loginToMerge(platform, actor, { given: body, readFederation: () => readCompletedFederation(platform, request) }),
  );
  mount(app, contract.getInfoForMerge, ({ actor, headers }) =>
    getInfoForMerge(platform, actor, headers['x-user-to-merge-token']),
  );
  mount(app, contract.merge, ({ actor, headers }) => merge(platform, actor, headers['x-user-to-merge-token']));
  mount(app, contract.listMerges, ({ actor, query }) => listMerges(platform, actor, query));
}
