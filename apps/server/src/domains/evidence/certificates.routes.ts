import * as contract from '@perenne/contract/evidence';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';

export function mountSealCertificates(app: App, platform: Platform): void {
  mount(app, contract.listSealCertificates, async () => {
    const certificates = await platform.seals.certificates();
    return {
      items: certificates.map(({ kid, certificate, from, to }) => ({
        ...{ kid, certificate, from: from.toISOString(), to: to.toISOString() },
      })),
    };
  });
}
