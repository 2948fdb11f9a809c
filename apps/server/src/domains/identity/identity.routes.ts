import * as contract from '@perenne/contract/identity';
import { getJournal, listJournalChapters as listChaptersEndpoint } from '@perenne/contract/journal';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueChatbotToken } from './account/chatbot.ts';
import { finishSignIn } from './sign-in/enter.ts';
import { closeSafe } from './closing/closing.ts';
import { mountEmailChange } from './email/email-change.routes.ts';
import { endCookie } from './federation/cookies.ts';
import { forgetReturn, readNamedFederation } from './federation/returns.ts';
import { mountPasswords } from './password/passwords.routes.ts';
import { changeProfile, putUserWith, readProfile } from './account/profile.ts';
import { listJournalChapters, readJournal } from './journal/read-journal.ts';
import { beginPasskeyLogin, finishPasskeyLogin } from './second-factor/passkeys/passkey-login.ts';
import { mountSecondFactor } from './second-factor/second-factor.routes.ts';
import { endAllSessions, endSession, listSessions } from './sessions/session-list.ts';
import { closeSession, refreshSession } from './sessions/sessions.ts';
import { signIn, type ForbiddenAddress } from './sign-in/sign-in.ts';
import { unlockAccount } from './password/password-tries/unlock-account.ts';

export function mountIdentity(app: App, platform: Platform, isForbidden: ForbiddenAddress): void {
  mount(app, contract.login, async ({ actor, body: { email, password, franceConnectSub }, request, setToken }) => {
    const federated = await readNamedFederation(platform, request, franceConnectSub);
    const signedIn = await signIn(platform, actor, { email, password, federated, isForbidden });
    if (!('token' in signedIn)) return signedIn;
    setToken(signedIn.token);
    return warningsOf(signedIn.warnings);
  });
  mount(app, contract.giveSecondFactor, async ({ actor, body, setToken }) => {
    const { token, warnings } = await finishSignIn(platform, actor, body);
    setToken(token);
    return warningsOf(warnings);
  });
  mount(app, contract.beginPasskeyLogin, ({ actor }) => beginPasskeyLogin(platform, actor));
  mount(app, contract.finishPasskeyLogin, async ({ actor, body: { response }, setToken }) => {
    const signedIn = await finishPasskeyLogin(platform, actor, { response, isForbidden });
    if (!('token' in signedIn)) return signedIn;
    setToken(signedIn.token);
    return {};
  });
  mount(app, contract.refreshToken, async ({ actor, setToken }) => setToken(await refreshSession(platform, actor)));
  mount(app, contract.logout, async ({ actor, reply, request }) => {
    await forgetReturn(platform.db, platform, request);
    endCookie(reply, platform.settings.publicUrl, 'return');
    await closeSession(platform, actor);
  });
  mount(app, contract.unlockAccount, ({ actor, body }) => unlockAccount(platform, actor, body.token));
  mount(app, contract.listSessions, ({ actor, query }) => listSessions(platform, actor, query));
  mount(app, contract.endSession, ({ actor, params }) => endSession(platform, actor, params.id));
  mount(app, contract.endAllSessions, ({ actor }) => endAllSessions(platform, actor));
  mount(app, contract.closeSafe, ({ actor, body }) => closeSafe(platform, actor, body.password));
  mount(app, contract.getProfile, ({ actor }) => readProfile(platform, actor));
  mount(app, putUserWith(platform), ({ actor, body }) => changeProfile(platform, actor, body));
  mount(app, contract.getChatbotToken, async ({ actor }) => ({ token: await issueChatbotToken(platform, actor) }));
  mount(app, contract.getChatbotKeys, async () => ({ keys: await platform.chatbot.publicKeys() }));
  mountSecondFactor(app, platform);
  mountPasswords(app, platform);
  mountEmailChange(app, platform, isForbidden);
  mount(app, listChaptersEndpoint, ({ actor }) => listJournalChapters(platform, actor));
  mount(app, getJournal, ({ actor, query }) => readJournal(platform, actor, query));
}

const warningsOf = (warnings: 'FranceConnectError'[]) => (warnings.length > 0 ? { warnings } : {});
