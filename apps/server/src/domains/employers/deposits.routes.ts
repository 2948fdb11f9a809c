import * as contract from '@perenne/contract/employers';
import { mount, type App } from '../../platform/http/mount.ts';
import { readForm } from '../../platform/http/multipart.ts';
import type { Platform } from '../../platform/platform.ts';
import { AnnouncedUploads } from '../documents/documents.ts';
import { readEmployerToken } from './oauth.routes.ts';
import { receiveDeposit } from './receive-deposit.ts';

export function mountDeposits(app: App, platform: Platform): void {
  const uploads = new AnnouncedUploads(platform);
  app.fastify.addHook('onClose', () => uploads.close());
  const authenticators = { ...app.authenticators, employer: readEmployerToken(platform) };
  mount({ ...app, authenticators }, contract.postDeposit, async ({ actor, headers, request }) =>
    receiveDeposit(platform, actor, {
      intent: await uploads.take(),
      idempotencyKey: headers['idempotency-key'],
      receive: async (take) => {
        const { fields, taken } = await readForm(request, contract.postDeposit.form, take);
        return { metadata: fields.metadata, taken };
      },
    }),
  );
}
