import * as contract from '@perenne/contract/employers';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { getEmployerSettings, putEmployerSettings } from './employer-settings.ts';
import { mountDeposits } from './deposits/deposits.routes.ts';
import { mountEmployees } from './employees/employees.routes.ts';
import { mountOAuth } from './oauth/oauth.routes.ts';

export function mountEmployers(app: App, platform: Platform): void {
  mountOAuth(app, platform);
  mountEmployees(app, platform);
  mountDeposits(app, platform);
  mount(app, contract.getEmployerSettings, ({ actor }) => getEmployerSettings(platform, actor));
  mount(app, contract.putEmployerSettings, ({ actor, body }) => putEmployerSettings(platform, actor, body));
}
