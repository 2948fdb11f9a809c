import * as contract from '@perenne/contract/employers';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Actor } from '../../../platform/http/actors.ts';
import { answerError } from '../../../platform/http/error-handler.ts';
import { mount, type App } from '../../../platform/http/mount.ts';
import { readForm } from '../../../platform/http/multipart.ts';
import type { Platform } from '../../../platform/platform.ts';
import { AnnouncedUploads } from '../../documents/documents.ts';
import { DepositsTogether } from './deposits-together.ts';
import { employerExists } from '../employers.store.ts';
import { readEmployerToken } from '../oauth/oauth.routes.ts';
import { receiveDeposit } from './receive-deposit.ts';

/**
 * The foreign key of a deposit's key requires the employer: a query before each deposit took a ninth of their rate.
 * Any failure asks, so that a removed employer receives nothing but `AuthTokenNotValid`.
 */
export function mountDeposits({ fastify, ...parts }: App, platform: Platform): void {
  const uploads = new AnnouncedUploads(platform);
  const together = new DepositsTogether(platform);
  fastify.addHook('onClose', () => uploads.close());
  void fastify.register(async (scope) => {
    scope.setErrorHandler(async (error, request, reply) =>
      answerError(
        (await isRemoved(platform, request.actor)) ? new DomainError('AuthTokenNotValid') : error,
        request,
        reply,
      ),
    );
    const authenticators = { ...parts.authenticators, employer: readEmployerToken(platform) };
    const app = { ...parts, fastify: scope, authenticators };
    mount(app, contract.postDeposit, async ({ actor, headers, request }) =>
      receiveDeposit({ platform, together }, actor, {
        intent: await uploads.take(),
        idempotencyKey: headers['idempotency-key'],
        receive: async (take) => {
          const { fields, taken } = await readForm(request, contract.postDeposit.form, take);
          return { metadata: fields.metadata, taken };
        },
      }),
    );
  });
}

const isRemoved = async (platform: Platform, actor: Actor | undefined): Promise<boolean> =>
  actor?.kind === 'employer' && !(await employerExists(platform.db, actor.employerId));
