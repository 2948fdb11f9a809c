import * as contract from '@perenne/contract/passwords';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requestResetCode, resetPassword, resetPasswordAtOnce, verifyResetCode } from './password-reset.ts';
import { changePassword } from './passwords.ts';

export function mountPasswords(app: App, platform: Platform): void {
  mount(app, contract.requestResetCode, ({ actor, body }) => requestResetCode(platform, actor, body));
  mount(app, contract.verifyResetCode, async ({ actor, body }) => ({
    resetToken: await verifyResetCode(platform, actor, body),
  }));
  mount(app, contract.resetPassword, ({ actor, body }) => resetPassword(platform, actor, body));
  mount(app, contract.resetPasswordAtOnce, ({ actor, body }) => resetPasswordAtOnce(platform, actor, body));
  mount(app, contract.changePassword, ({ actor, body }) => changePassword(platform, actor, body));
}
