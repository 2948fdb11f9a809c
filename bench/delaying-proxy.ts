import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server of this machine on which everything takes its time, in each direction. */
export async function startDelayingProxy(to: number, delayMs: number) {
  let nowMs = delayMs;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, into: Socket) => {
    sockets.add(from);
    // The delay is the line's: none is added by waiting for more to send.
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => void setTimeout(() => into.write(bytes), nowMs));
    from.on('end', () => void setTimeout(() => into.end(), nowMs));
    from.on('error', () => into.destroy());
  };
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1');
    pass(client, upstream);
    pass(upstream, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setDelay: (ms: number) => {
      nowMs = ms;
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
