import * as contract from '@perenne/contract/document-requests';
import { mount, type App } from '../../../platform/http/mount.ts';
import { readForm } from '../../../platform/http/multipart.ts';
import type { Platform } from '../../../platform/platform.ts';
import { announcedBytes, UploadSlots } from '../../documents/documents.ts';
import { receiveRequestedFile } from './receive-file.ts';
import { readRequestContext } from './request-links.ts';
import * as requests from './requests.ts';

export function mountRequests(app: App, platform: Platform): void {
  const slots = new UploadSlots(platform);
  app.fastify.addHook('onClose', () => slots.close());
  mount(app, contract.createDocumentRequest, ({ actor, headers, body }) =>
    requests.createDocumentRequest(platform, actor, { body, idempotencyKey: headers['idempotency-key'] }),
  );
  mount(app, contract.listDocumentRequests, ({ actor, query }) =>
    requests.listDocumentRequests(platform, actor, query),
  );
  mount(app, contract.getDocumentRequest, ({ actor, params }) =>
    requests.getDocumentRequest(platform, actor, params.id),
  );
  mount(app, contract.makeDocumentRequestLink, ({ actor, params }) =>
    requests.makeDocumentRequestLink(platform, actor, params.id),
  );
  mount(app, contract.deleteDocumentRequest, ({ actor, params }) =>
    requests.deleteDocumentRequest(platform, actor, params.id),
  );
  mount(app, contract.getRequestContext, ({ actor }) => readRequestContext(platform, actor));
  mount(app, contract.sendRequestedFile, ({ actor, request }) =>
    receiveRequestedFile({ platform, slots }, actor, {
      wantedBytes: announcedBytes(request),
      receive: (take) => readForm(request, contract.sendRequestedFile.form, take),
    }),
  );
}
