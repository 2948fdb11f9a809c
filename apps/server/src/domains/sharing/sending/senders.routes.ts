import * as contract from '@perenne/contract/senders';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { blockSender } from './blocks.ts';

export function mountSenders(app: App, platform: Platform): void {
  mount(app, contract.blockSender, ({ body }) => blockSender(platform, body));
}
