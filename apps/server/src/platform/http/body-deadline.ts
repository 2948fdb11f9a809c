import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Files and rows take the time that their line takes; any other body is there soon or never. */
const streamed = /^(multipart\/form-data|application\/(x-ndjson|offset\+octet-stream))/i;

/** Closes the connection of a body that does not come within `longestMs`. */
export function limitBodies(app: FastifyInstance, longestMs: number): void {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request) || streamed.test(request.headers['content-type'] ?? '')) return;
    const { raw } = request;
    const deadline = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, longestMs);
    raw.once('close', () => clearTimeout(deadline));
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
