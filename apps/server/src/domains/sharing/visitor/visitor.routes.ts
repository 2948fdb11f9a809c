import * as contract from '@perenne/contract/public-sharings';
import { localeOf } from '../../../platform/http/locale.ts';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { namedToSave, sendContent, sendFile } from '../../documents/documents.ts';
import { sendSharingCode, verifySharingCode } from './codes.ts';
import { downloadShared, readSharedArchive } from './download-shared.ts';
import { readSharingContext } from './link.ts';
import { listPublicSharings } from './list-open.ts';
import { MarkedContents } from './marked-contents.ts';
import { markSharingAsRead } from './open-share.ts';
import { issueSharingToken } from './open-visit.ts';
import { readShared } from './read-shared.ts';
import { makeSkipping } from './skipping.ts';

export function mountVisitors(app: App, platform: Platform): void {
  const reading = { platform, marks: new MarkedContents(platform), skipping: makeSkipping() };
  mount(app, contract.getSharingContext, ({ actor }) => readSharingContext(platform, actor));
  mount(app, contract.sendSharingCode, ({ actor, body, request }) =>
    sendSharingCode(platform, actor, { mode: body.mode, locale: localeOf(request) }),
  );
  mount(app, contract.verifySharingCode, async ({ actor, body, setToken }) => {
    setToken(await issueSharingToken(platform, await verifySharingCode(platform, actor, body.code), actor));
  });
  mount(app, contract.listPublicSharings, ({ actor, query }) => listPublicSharings(platform, actor, query));
  mount(app, contract.markSharingAsRead, ({ actor, params }) => markSharingAsRead(platform, actor, params.id));
  mount(app, contract.downloadShared, async ({ actor, body, request, reply }) => {
    await sendFile(reply, await downloadShared(reading, actor, { ...body, locale: localeOf(request) }));
  });
  mount(app, contract.getSharedArchive, async ({ actor, params, query, request, reply }) => {
    const asked = { sharingId: params.id, documents: query.documents, locale: localeOf(request) };
    await sendContent(request, reply, await readSharedArchive(reading, actor, asked));
  });
  mount(app, contract.getSharedContent, async ({ actor, params, request, reply }) => {
    const { id: shareId, documentId } = params;
    const content = await readShared(reading, actor, { shareId, documentId });
    await sendContent(request, reply, namedToSave(content, localeOf(request)));
  });
}
