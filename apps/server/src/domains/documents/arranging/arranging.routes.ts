import * as contract from '@perenne/contract/arranging';
import { findDuplicates as findDuplicatesCall } from '@perenne/contract/duplicates';
import * as trash from '@perenne/contract/trash';
import { holdTurn } from '../../../platform/http/connections/hold-turn.ts';
import { localeOf } from '../../../platform/http/locale.ts';
import { mount, type App } from '../../../platform/http/mount.ts';
import type { Platform } from '../../../platform/platform.ts';
import { parisDay } from '../../../platform/time/calendar.ts';
import { longAnswers, makeFairLine } from '../../../platform/turns/fair-line.ts';
import { createCategory, deleteCategory, renameCategory } from './categories.ts';
import { destroySelection } from './destroy.ts';
import { downloadDocuments } from '../download/download.ts';
import { findDuplicates } from '../listing/find-duplicates.ts';
import { changeFolder, createFolder } from './folders.ts';
import { listTrash } from '../listing/list-trash.ts';
import { moveSelection } from './move.ts';
import { sendFile, sendToSave } from '../download/send-content.ts';
import { restoreSelection, trashSelection } from './trash.ts';

export function mountArranging(app: App, platform: Platform): void {
  // Each keeps four contents on the disk while it is read.
  const archives = makeFairLine(longAnswers);
  mount(app, contract.moveDocuments, ({ actor, body }) => moveSelection(platform, actor, body));
  mount(app, contract.deleteDocuments, ({ actor, body }) => trashSelection(platform, actor, body));
  mount(app, findDuplicatesCall, ({ actor, body }) => findDuplicates(platform, actor, body.sha256));
  mount(app, contract.downloadDocuments, async ({ actor, body, request, reply }) => {
    const asked = { documents: body.documents, locale: localeOf(request) };
    const download = await downloadDocuments(platform, actor, asked);
    if (download.kind === 'file') return sendFile(reply, download.content);
    await holdTurn(archives, actor.safeId, reply);
    await sendToSave(reply, { ...archive(platform), bytes: download.bytes });
  });
  mountPlaces(app, platform);
  mount(app, trash.listTrash, ({ actor, query }) => listTrash(platform, actor, query));
  mount(app, trash.restoreDocuments, ({ actor, body }) => restoreSelection(platform, actor, body));
  mount(app, trash.destroyDocuments, ({ actor, body }) => destroySelection(platform, actor, body));
}

function mountPlaces(app: App, platform: Platform): void {
  mount(app, contract.createFolder, ({ actor, body }) => createFolder(platform, actor, body));
  mount(app, contract.patchFolder, ({ actor, params, body }) =>
    changeFolder(platform, actor, { folderId: params.id, change: body }),
  );
  mount(app, contract.deleteFolder, ({ actor, params, body }) =>
    trashSelection(platform, actor, { documents: [], folders: [params.id], acknowledged: body?.acknowledged }),
  );
  mount(app, contract.createCategory, ({ actor, body }) => createCategory(platform, actor, body.title));
  mount(app, contract.patchCategory, ({ actor, params, body }) =>
    renameCategory(platform, actor, { categoryId: params.id, change: body }),
  );
  mount(app, contract.deleteCategory, ({ actor, params, body }) =>
    deleteCategory(platform, actor, { categoryId: params.id, acknowledged: body?.acknowledged === true }),
  );
}

const archive = ({ clock }: Platform) => ({
  mimeType: 'application/zip',
  fileName: `Perenne ${parisDay(clock.now())}.zip`,
});
