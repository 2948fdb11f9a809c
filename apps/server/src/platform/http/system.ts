import * as contract from '@perenne/contract/system';
import { DomainError } from '../domain-error.ts';
import type { Platform } from '../platform.ts';
import { mount, type App } from './mount.ts';
import { mountOpenApi } from './openapi.ts';

/** Rejects until this process can serve: its parts answer, and the demonstration is there. */
export type Readiness = () => Promise<void>;

/** Mounts the calls about the installation itself. */
export function mountSystem(app: App, platform: Platform, readiness: Readiness): void {
  const { settings } = platform;
  mount(app, contract.health, async () => ({ version: settings.version, status: 'ok' as const }));
  mount(app, contract.ready, async () => {
    try {
      await readiness();
    } catch (error) {
      platform.log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'not ready');
      throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 });
    }
    return { status: 'ready' as const };
  });
  mount(app, contract.runtimeConf, async () => ({
    demo: settings.demo,
    antivirus: platform.antivirus.enabled,
    inboxUrl: settings.inboxUrl,
    otherVersionUrl: settings.otherVersionUrl,
    franceConnect: platform.federation !== null,
    ...settings.partners,
    controller: settings.controller,
  }));
  mountOpenApi(app, settings.version);
}
