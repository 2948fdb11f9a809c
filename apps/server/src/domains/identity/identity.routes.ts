import * as contract from '@perenne/contract/identity';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountEmailChange } from './email-change.routes.ts';
import { mountPasswords } from './passwords.routes.ts';
import { changeProfile, readProfile } from './profile.ts';
import { readJournal } from './read-journal.ts';
import { closeSession, refreshSession } from './sessions.ts';
import { signIn, type ForbiddenAddress } from './sign-in.ts';

export function mountIdentity(app: App, platform: Platform, isForbidden: ForbiddenAddress): void {
  mount(app, contract.login, async ({ actor, body: { email, password }, setToken }) => {
    const signedIn = await signIn(platform, actor, { email, password, isForbidden });
    if ('loginUrl' in signedIn) return { loginUrl: signedIn.loginUrl };
    setToken(signedIn.token);
    return {};
  });
  mount(app, contract.refreshToken, async ({ actor, setToken }) => setToken(await refreshSession(platform, actor)));
  mount(app, contract.logout, ({ actor }) => closeSession(platform, actor));
  mount(app, contract.getProfile, ({ actor }) => readProfile(platform, actor));
  mount(app, contract.putUser, ({ actor, body }) => changeProfile(platform, actor, body));
  mountPasswords(app, platform);
  mountEmailChange(app, platform, isForbidden);
  mount(app, contract.getJournal, ({ actor, query }) => readJournal(platform, actor, query));
}
