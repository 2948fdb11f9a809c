import * as contract from '@perenne/contract/activation';
import { clientAddress } from '../../platform/http/connections/client-address.ts';
import { localeOf } from '../../platform/http/locale.ts';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { readRecovery } from '../documents/documents.ts';
import { forgetReturn, readCompletedFederation } from '../identity/identity.ts';
import { activate } from './activate.ts';
import { mountAgreements } from './agreements/agreements.routes.ts';
import { beginActivation } from './begin-activation.ts';
import { beginFederatedActivation } from './begin-federated-activation.ts';
import { loginToMerge } from './login-to-merge.ts';
import { mergeInActivation } from './merge.ts';
import { sendEmailCode, verifyEmailCode } from './prove-email.ts';
import { askForCodeAgain } from './resend-code.ts';

export function mountActivation(app: App, platform: Platform): void {
  mount(app, contract.sendActivationInfo, ({ actor, body }) => beginActivation(platform, actor, body));
  mount(app, contract.sendFederatedActivationInfo, ({ actor }) => beginFederatedActivation(platform, actor));
  mount(app, contract.resendActivationCode, ({ body, request }) =>
    askForCodeAgain(platform, { ...body, locale: localeOf(request), clientAddress: clientAddress(request) }),
  );
  mount(app, contract.sendActivationEmailCode, ({ actor, body: { email }, request }) =>
    sendEmailCode(platform, actor, { email, locale: localeOf(request) }),
  );
  mount(app, contract.verifyActivationEmailCode, ({ actor, body: { code } }) => verifyEmailCode(platform, actor, code));
  mount(app, contract.activate, async ({ actor, body: { profile, password }, request, setToken }) =>
    setToken(await activate(platform, actor, { profile, password, locale: localeOf(request) })),
  );
  mount(app, contract.getActivationProgress, ({ actor }) => readRecovery(platform.db, actor.safeId));
  mount(app, contract.loginToMergeInActivation, ({ actor, body, request }) =>
    loginToMerge(platform, actor, { given: body, readFederation: () => readCompletedFederation(platform, request) }),
  );
  mount(app, contract.mergeInActivation, async ({ actor, headers, request, setToken }) => {
    const forgetFederation = (tx: Tx) => forgetReturn(tx, platform, request);
    const mergeToken = headers['x-user-to-merge-token'];
    setToken(await mergeInActivation(platform, actor, { mergeToken, forgetFederation }));
  });
  mountAgreements(app, platform);
}
