import * as contract from '@perenne/contract/second-factor';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeFactor } from './add-factor.ts';
import { beginPasskey, confirmPasskey, renamePasskey } from './passkeys/passkeys.ts';
import { renewRecoveryCodes, testRecoveryCode } from './recovery-codes.ts';
import { requestSecondFactorCode } from './first-factor.ts';
import { undoSecondFactor } from '../takeover/takeover-undos.ts';
import { keepSecondFactor } from './removal/settle-removals.ts';
import { readSecondFactor } from './second-factor.ts';
import { beginTotp, confirmTotp } from './totp/totp.ts';

export function mountSecondFactor(app: App, platform: Platform): void {
  mount(app, contract.getSecondFactor, ({ actor }) => readSecondFactor(platform, actor));
  mount(app, contract.requestSecondFactorCode, ({ actor, body }) =>
    requestSecondFactorCode(platform, actor, body.password),
  );
  mount(app, contract.undoSecondFactor, ({ actor, body }) => undoSecondFactor(platform, actor, body.token));
  mount(app, contract.keepSecondFactor, ({ actor, body }) => keepSecondFactor(platform, actor, body.token));
  mount(app, contract.beginTotp, ({ actor, body }) => beginTotp(platform, actor, body));
  mount(app, contract.confirmTotp, ({ actor, body }) => confirmTotp(platform, actor, body.code));
  mount(app, contract.removeTotp, ({ actor, body: { password } }) =>
    removeFactor(platform, actor, { which: { kind: 'totp' }, password }),
  );
  mount(app, contract.beginPasskey, ({ actor, body }) => beginPasskey(platform, actor, body));
  mount(app, contract.confirmPasskey, ({ actor, body }) => confirmPasskey(platform, actor, body));
  mount(app, contract.renamePasskey, ({ actor, params: { id }, body: { name } }) =>
    renamePasskey(platform, actor, { id, name }),
  );
  mount(app, contract.removePasskey, ({ actor, params: { id }, body: { password } }) =>
    removeFactor(platform, actor, { which: { factorId: id }, password }),
  );
  mount(app, contract.renewRecoveryCodes, async ({ actor, body }) => ({
    recoveryCodes: await renewRecoveryCodes(platform, actor, body.password),
  }));
  mount(app, contract.testRecoveryCode, ({ actor, body }) => testRecoveryCode(platform, actor, body.code));
}
