import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { clientAddressOf, isAmong } from './client-address.ts';

export type ConnectionLimits = {
  /** For all headers of a request to come, in milliseconds. */
  headersMs: number;
  /** Open connections of one client address in this process. */
  mostOfAddress: number;
};

/** How often Node looks for requests whose headers have not come. */
const lookEveryMs = 1_000;

/** The options of Node's server that end a connection whose headers do not come. */
export const headerOptions = ({ headersMs }: ConnectionLimits) => ({
  headersTimeout: headersMs,
  connectionsCheckingInterval: Math.min(lookEveryMs, headersMs),
});

/** Closes the connections of a client address beyond its number; those of trusted proxies are many people's. */
export function limitConnections(
  app: FastifyInstance,
  { mostOfAddress }: ConnectionLimits,
  trustedProxies: readonly string[],
): void {
  const counts = new Map<string, number>();
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isAmong(remoteAddress, trustedProxies)) return;
    const client = clientAddressOf(remoteAddress);
    const count = counts.get(client) ?? 0;
    if (count >= mostOfAddress) {
      socket.destroy();
      return;
    }
    counts.set(client, count + 1);
    socket.once('close', () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
  });
}
