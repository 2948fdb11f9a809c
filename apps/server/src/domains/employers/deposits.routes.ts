import * as contract from '@perenne/contract/employers';
import { mount, type App } from '../../platform/http/mount.ts';
import { readForm } from '../../platform/http/multipart.ts';
import type { Platform } from '../../platform/platform.ts';
import { receiveDeposit } from './receive-deposit.ts';

export function mountDeposits(app: App, platform: Platform): void {
  mount(app, contract.postDeposit, ({ actor, headers, request }) =>
    receiveDeposit(platform, actor, {
      idempotencyKey: headers['idempotency-key'],
      receive: async (take) => {
        const { fields, taken } = await readForm(request, contract.postDeposit.form, take);
        return { metadata: fields.metadata, taken };
      },
    }),
  );
}
