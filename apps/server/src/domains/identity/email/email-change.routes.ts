import * as contract from '@perenne/contract/email-change';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requestEmailChangeCode, verifyEmailChangeCode } from './email-change.ts';
import { changeEmail, requestEmailChange, validateUser } from '../sign-in/invalid-user.ts';
import type { ForbiddenAddress } from '../sign-in/sign-in.ts';
import { undoEmailChange } from './undo-email-change.ts';

export function mountEmailChange(app: App, platform: Platform, isForbidden: ForbiddenAddress): void {
  mount(app, contract.requestEmailChangeCode, ({ actor, body }) =>
    requestEmailChangeCode(platform, actor, { ...body, isForbidden }),
  );
  mount(app, contract.verifyEmailChangeCode, ({ actor, body }) =>
    verifyEmailChangeCode(platform, actor, { ...body, isForbidden }),
  );
  mount(app, contract.undoEmailChange, ({ actor, body }) => undoEmailChange(platform, actor, { ...body, isForbidden }));
  mount(app, contract.requestEmailChange, ({ actor, body }) =>
    requestEmailChange(platform, actor, { ...body, isForbidden }),
  );
  mount(app, contract.changeEmail, ({ actor, body }) => changeEmail(platform, actor, { ...body, isForbidden }));
  mount(app, contract.validateUser, async ({ actor, setToken }) =>
    setToken(await validateUser(platform, actor, isForbidden)),
  );
}
