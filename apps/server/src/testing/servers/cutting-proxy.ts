import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../instances/port-of.ts';

type Cut = { afterBytes: number; once?: Promise<void>; side?: 'both' | 'client' };

/**
 * A line between a client and a server that breaks: after so many bytes of the client's, as `nextCut` says for each
 * connection, and not before `once`, where there is one. A line that breaks on the client's side alone leaves the server
 * waiting.
 */
export async function startCuttingProxy(to: () => number, nextCut: () => Cut | null) {
  const sockets = new Set<Socket>();
  const seen = { cuts: 0 };
  const server = createServer((client) => {
    const upstream = connect(to(), '127.0.0.1');
    const cut = nextCut();
    let passed = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      // A broken line is what this is for.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    const breakLine = async ({ once: due, side }: Cut) => {
      await due;
      seen.cuts += 1;
      client.destroy();
      if (side !== 'client') upstream.destroy();
    };
    upstream.pipe(client);
    upstream.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      passed += bytes.length;
      if (cut && passed > cut.afterBytes) {
        client.pause();
        void breakLine(cut);
      } else if (!upstream.write(bytes)) {
        client.pause();
        upstream.once('drain', () => client.resume());
      }
    });
    client.on('end', () => upstream.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    seen,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
