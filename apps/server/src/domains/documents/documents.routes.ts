import * as contentReading from '@perenne/contract/content-reading';
import * as contract from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { listExpiring as listExpiringEndpoint } from '@perenne/contract/identity-papers';
import { getPayslipCalendar } from '@perenne/contract/payslips';
import * as places from '@perenne/contract/places';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';
import { askedLocaleOf, localeOf } from '../../platform/http/locale.ts';
import { mount, type App } from '../../platform/http/mount.ts';
import { readForm } from '../../platform/http/multipart.ts';
import type { Platform } from '../../platform/platform.ts';
import { mountArranging } from './arranging/arranging.routes.ts';
import { changeDocument, getDocument } from './listing/change-document.ts';
import { changeContentReading, getContentReading } from './extraction/content-reading.ts';
import { listExpiring } from './identity-papers/list-expiring.ts';
import { listDocuments } from './listing/list-documents.ts';
import { listCategories, listFolders } from './listing/list-places.ts';
import { readPayslipCalendar } from './payslips/payslip-calendar.ts';
import { mountPreviews } from './previews/previews.routes.ts';
import { mountProofs } from './integrity/proofs/proofs.routes.ts';
import { readContent } from './download/read-content.ts';
import { mountResumableUploads } from './upload/resumable/resumable.routes.ts';
import { namedToSave } from './download/saved-names.rules.ts';
import { sendContent } from './download/send-content.ts';
import { readThumbnail, sendThumbnail } from './extraction/thumbnail.ts';
import { TitleOrders } from './listing/by-title/title-orders.ts';
import { uploadDocument } from './upload/upload-document.ts';
import { UploadSlots } from './upload/upload-slots.ts';

export function mountDocuments(app: App, platform: Platform): void {
  const titles = new TitleOrders(platform.clock);
  const slots = new UploadSlots(platform);
  app.fastify.addHook('onClose', () => slots.close());
  mount(app, contract.listDocuments, ({ actor, query, request }) =>
    listDocuments(platform, actor, { ...query, locale: localeOf(request), titles }),
  );
  mount(app, contract.uploadDocument, ({ actor, request }) =>
    slots.within(actor, () =>
      uploadDocument(platform, actor, {
        wantedBytes: announcedBytes(request),
        receive: async (take) => {
          const { fields, taken } = await readForm(request, contract.uploadForm, take);
          return { fields, content: taken };
        },
      }),
    ),
  );
  mountResumableUploads(app, platform, slots);
  mount(app, contract.getDocument, ({ actor, params }) => getDocument(platform, actor, params.id));
  mount(app, contract.patchDocument, ({ actor, params, body }) =>
    changeDocument(platform, actor, { documentId: params.id, change: body }),
  );
  mount(app, contract.getDocumentContent, async ({ actor, params, request, reply }) => {
    const content = await readContent(platform, actor, params.id);
    await sendContent(request, reply, namedToSave(content, localeOf(request)));
  });
  mountArranging(app, platform);
  mountProofs(app, platform);
  mountPreviews(app, platform);
  mount(app, getPayslipCalendar, ({ actor }) => readPayslipCalendar(platform, actor));
  mount(app, listExpiringEndpoint, ({ actor }) => listExpiring(platform, actor));
  mount(app, contract.getThumbnail, async ({ actor, params, request, reply }) => {
    await sendThumbnail(request, reply, await readThumbnail(platform, actor, params.id));
  });
  mount(app, contentReading.getContentReading, ({ actor }) => getContentReading(platform, actor));
  mount(app, contentReading.putContentReading, ({ actor, body }) => changeContentReading(platform, actor, body));
  mount(app, places.listFolders, ({ actor, query }) => listFolders(platform, actor, query));
  mount(app, places.listCategories, ({ actor, query, request }) =>
    listCategories(platform, actor, { ...query, locale: askedLocaleOf(request) }),
  );
}

/** The bytes around the file in a form. */
const formBytes = 200_000;

/** The length of the form bounds that of the file; a form that is far too long is not even read. */
export function announcedBytes({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? limits.documentBytes);
  if (length > limits.documentBytes + formBytes)
    throw new DomainError('PayloadTooLarge', { field: 'file', params: { max: limits.documentBytes } });
  // Nothing announced is judged as a form without a file, not as a lack of room.
  return Math.max(1, length);
}
