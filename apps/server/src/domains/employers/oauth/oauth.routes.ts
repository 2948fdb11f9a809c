import { issueEmployerToken } from '@perenne/contract/employers';
import type { FastifyReply } from 'fastify';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Authenticate, EmployerActor } from '../../../platform/http/actors.ts';
import { answerError } from '../../../platform/http/error-handler.ts';
import type { App } from '../../../platform/http/mount.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findClient } from './client-secrets.ts';
import { employerExists } from '../employers.store.ts';
import { readTokenRequest, type OAuthError } from './oauth.rules.ts';

const formType = 'application/x-www-form-urlencoded';
const longestForm = 8_000;

/**
 * The token endpoint of OAuth 2.0 is not mounted as our calls are: its clients are written for
 * RFC 6749, so its form, its answers and its errors are those of the standard.
 */
export function mountOAuth({ fastify }: App, platform: Platform): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: longestForm }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) =>
      isCallersFault(error) ? refuse(reply, 'invalid_request') : answerError(error, request, reply),
    );
    scope.post(issueEmployerToken.path, async ({ headers, body, origin }, reply) => {
      const asked = readTokenRequest(headers.authorization, typeof body === 'string' ? body : '');
      if ('error' in asked) return refuse(reply, asked.error);
      const employerId = await findClient(platform, asked.credentials);
      if (employerId === null) return refuse(reply, 'invalid_client');
      const token = await platform.tokens.issue('employer', { sub: employerId, sid: employerId }, origin);
      const issued = { access_token: token, token_type: 'Bearer', expires_in: platform.tokens.lifeSeconds('employer') };
      return reply.headers(notKept).send(issueEmployerToken.response.parse(issued));
    });
  });
}

/** RFC 6749, section 5.1. */
const notKept = { 'cache-control': 'no-store', pragma: 'no-cache' };

function refuse(reply: FastifyReply, error: OAuthError): FastifyReply {
  if (error === 'invalid_client') reply.code(401).header('www-authenticate', 'Basic realm="perenne", charset="UTF-8"');
  else reply.code(400);
  return reply.headers(notKept).send({ error });
}

/** A body of another type, too long or of another length than announced. */
const isCallersFault = (error: unknown): boolean =>
  !(error instanceof DomainError) &&
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500;

/** The employer whose token it is; it is read each time, so that a removed one is refused at once. */
export const authenticateEmployer =
  (platform: Platform): Authenticate<EmployerActor> =>
  async (token, origin) => {
    const actor = await readEmployerToken(platform)(token, origin);
    return actor && (await employerExists(platform.db, actor.employerId)) ? actor : null;
  };

/** The employer whose token it is, for a call that finds out itself whether the employer still exists. */
export const readEmployerToken =
  (platform: Platform): Authenticate<EmployerActor> =>
  async (token, origin) => {
    const claims = await platform.tokens.read('employer', token, origin);
    return claims && isId(claims.sub) ? { kind: 'employer', employerId: claims.sub, ...origin } : null;
  };
