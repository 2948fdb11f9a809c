import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { watchSilence, type Patience } from './partner-silence.ts';
import { partnerTimeout } from './partner-timeout.ts';
import type { Route } from './reach.ts';

/** The partner does not take the connection, or cannot show who it is. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

const connectWithinMs = 15_000;

type Opening = Patience & { signal: AbortSignal };

/** Connects to the addresses of a route, one after the other. @throws {NotConnected} none of them answered */
export async function openConnection(route: Route, opening: Opening): Promise<Socket> {
  let failure: unknown;
  for (const address of route.addresses.slice(0, 3)) {
    try {
      return await openOne(route, address, opening);
    } catch (error) {
      failure = error;
      if (opening.signal.aborted) break;
    }
  }
  throw new NotConnected('the partner cannot be reached', { cause: failure });
}

/** An address is no server name (RFC 6066, 3): the certificate is checked against it all the same. */
const serverName = (name: string) => (isIP(name) === 0 ? { servername: name } : {});

async function openOne({ port, tlsName }: Route, address: string, opening: Opening): Promise<Socket> {
  const late = partnerTimeout(connectWithinMs);
  const limit = AbortSignal.any([opening.signal, late.signal]);
  // A partner may end right after its answer: the collector still reads it then, and ends its own side after.
  // A collector sends little and waits for the answer: the system must not hold it back until there is more.
  const to = { host: address, port, allowHalfOpen: true, noDelay: true };
  const socket =
    tlsName === null ? connectTcp(to) : connectTls({ ...to, ...serverName(tlsName), minVersion: 'TLSv1.2' });
  try {
    await once(socket, tlsName === null ? 'connect' : 'secureConnect', { signal: limit });
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    late.stop();
  }
  watchSilence(socket, opening, () => void socket.destroy(new NotConnected('the partner is silent')));
  return socket;
}
