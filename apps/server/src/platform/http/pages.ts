import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain-error.ts';
import { answerError } from './error-handler.ts';

const built = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const builtVerifier = fileURLToPath(new URL('../../../../verifier/dist', import.meta.url));

/**
 * The built pages: named assets for good, the verifier, and the application on every other path. Under
 * `/backend` an unknown path is an unknown call.
 */
export async function addPages(app: FastifyInstance): Promise<void> {
  const index = existsSync(built) ? await readFile(path.join(built, 'index.html')) : null;
  if (index) await addAssets(app);
  if (existsSync(builtVerifier)) await addVerifier(app);
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !/^\/(backend|assets)(\/|$|\?)/.test(request.url);
    if (!index || !isPage) return answerError(new DomainError('NotFound'), request, reply);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(index);
  });
}

const forever = 'public, max-age=31536000, immutable';
const aDay = 'public, max-age=86400';

/** The logo is drawn again with each step: asked for each time, it would go from the page with the connection. */
function keptFor(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return forever;
  return /\.svg(\.(br|gz))?$/.test(file) ? aDay : 'no-cache';
}

/**
 * Headers that only a page or a worker obeys: half a kilobyte less on each script, style and font. A worker (`.mjs`)
 * keeps them, for its own answer rules what it may do.
 */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
] as const;
const isPartOfPage = (file: string): boolean => /\.(js|css|woff2)$/.test(file);

async function addAssets(app: FastifyInstance): Promise<void> {
  const options: FastifyStaticOptions = {
    root: built,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', keptFor(file));
      if (isPartOfPage(file.replace(/\.(br|gz)$/, ''))) for (const name of pageHeaders) reply.removeHeader(name);
    },
  };
  // One route for the hundreds of assets: a route for each took a sixth of a start.
  await app.register(fastifyStatic, {
    ...{ ...options, root: path.join(built, 'assets'), prefix: '/assets/' },
    // A folder is no asset.
    allowedPath: (asked) => !asked.endsWith('/'),
  });
  // A route for each of the few others: the application answers on every path that is not a file.
  await app.register(fastifyStatic, { ...options, wildcard: false, globIgnore: ['assets/**'], decorateReply: false });
}

/** The page of the verifier, under the policy that it brings itself: one script, by its hash, and no connection. */
async function addVerifier(app: FastifyInstance): Promise<void> {
  const page = await readFile(path.join(builtVerifier, 'verifier.html'), 'utf8');
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  if (!policy) throw new Error('the verifier was built without its policy');
  await app.register(fastifyStatic, {
    root: builtVerifier,
    ...{ wildcard: false, index: false, preCompressed: true, cacheControl: false, decorateReply: false },
    setHeaders: (reply) => {
      reply.header('cache-control', 'no-cache');
      reply.header('content-security-policy', `${policy}; frame-ancestors 'none'`);
    },
  });
}
