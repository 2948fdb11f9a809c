import * as activation from '@perenne/contract/activation';
import * as identity from '@perenne/contract/identity';
import type { FastifyReply } from 'fastify';
import { localeOf } from '../../../platform/http/locale.ts';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Receipt } from './agreement-receipt.ts';
import { readAgreementStatus } from './agreement-status.ts';
import { readRefusalReceipt, requestRefusalCode, verifyRefusalCode } from './refusal.ts';
import { readAgreementReceipt, requestAgreementCode, verifyAgreementCode } from './switch-agreement.ts';

/** Electronic payslips, refused before a safe is opened or switched off and on by its owner. */
export function mountAgreements(app: App, platform: Platform): void {
  mount(app, activation.requestRefusalCode, ({ actor, body, request }) =>
    requestRefusalCode(platform, actor, { ...body, locale: localeOf(request) }),
  );
  mount(app, activation.verifyRefusalCode, ({ actor, body }) => verifyRefusalCode(platform, actor, body.code));
  mount(app, activation.getRefusalReceipt, async ({ actor, request, reply }) =>
    sendReceipt(reply, await readRefusalReceipt(platform, actor, localeOf(request))),
  );
  mount(app, identity.getAgreementStatus, ({ actor }) => readAgreementStatus(platform, actor));
  mount(app, identity.requestAgreementCode, ({ actor, body }) => requestAgreementCode(platform, actor, body));
  mount(app, identity.verifyAgreementCode, ({ actor, body }) => verifyAgreementCode(platform, actor, body.code));
  mount(app, identity.getAgreementReceipt, async ({ actor, params, request, reply }) => {
    const locale = request.headers['accept-language'] === undefined ? null : localeOf(request);
    sendReceipt(reply, await readAgreementReceipt(platform, actor, { employerId: params.id, locale }));
  });
}

function sendReceipt(reply: FastifyReply, { fileName, content }: Receipt): void {
  void reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
    .send(content);
}
