import type { Server } from 'node:http';
import { hasCode } from '../src/platform/files/durable-files.ts';

/** On this machine only; on the port of last time, or on another where a program has taken it meanwhile. */
export async function listen(server: Server, port: number): Promise<void> {
  try {
    await listenOn(server, port);
  } catch (error) {
    if (port === 0 || !hasCode(error, 'EADDRINUSE')) throw error;
    await listenOn(server, 0);
  }
}

async function listenOn(server: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  server.off('error', reject);
}

/** Ends the connections too. */
export async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  server.closeAllConnections();
  await closed;
}
