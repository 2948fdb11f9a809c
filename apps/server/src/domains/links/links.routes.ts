import * as contract from '@perenne/contract/links';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { openLink } from './open-link.ts';

export function mountLinks(app: App, platform: Platform): void {
  mount(app, contract.openLink, ({ body }) => openLink(platform, body.reference));
}
