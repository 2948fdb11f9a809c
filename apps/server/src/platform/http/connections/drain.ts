import type { FastifyInstance } from 'fastify';

const lookEveryMs = 50;

/**
 * Lets a server that closes end soon: a connection is closed once the request on it is answered, for
 * a client that keeps it alive would hold the server; what still runs after `graceMs` is cut off.
 */
export function drainOnClose(app: FastifyInstance, graceMs: number): void {
  let looking: NodeJS.Timeout | undefined;
  let cutting: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    looking = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
    cutting = setTimeout(() => app.server.closeAllConnections(), graceMs);
  });
  app.addHook('onClose', async () => {
    clearInterval(looking);
    clearTimeout(cutting);
  });
}
