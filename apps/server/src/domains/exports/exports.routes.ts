import * as contract from '@perenne/contract/exports';
import { mount, type App } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendContent } from '../documents/documents.ts';
import { endExport } from './end-export.ts';
import { getExport, listExports } from './list-exports.ts';
import { readArchive } from './read-archive.ts';
import { requestExport } from './request-export.ts';

export function mountExports(app: App, platform: Platform): void {
  mount(app, contract.createExport, ({ actor }) => requestExport(platform, actor));
  mount(app, contract.listExports, ({ actor, query }) => listExports(platform, actor, query));
  mount(app, contract.getExport, ({ actor, params }) => getExport(platform, actor, params.id));
  mount(app, contract.getExportContent, async ({ actor, params, request, reply }) => {
    await sendContent(request, reply, await readArchive(platform, actor, params.id));
  });
  mount(app, contract.deleteExport, ({ actor, params }) => endExport(platform, actor, params.id));
}
