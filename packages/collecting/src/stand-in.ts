import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { CollectingError } from './failures.ts';
import { openRun, type Given, type ReplayedRun } from './tape.ts';

/**
 * A run in the process of a test, against servers of the test. No TLS is spoken, whatever the collector asks for.
 * @param ports the port of this machine that answers for each host of the manifest
 */
export const openVisit = (ports: Readonly<Record<string, number>>, given: Given): ReplayedRun =>
  openRun(async ({ host }) => {
    const port = ports[host];
    if (port === undefined)
      throw new CollectingError('PARTNER_UNAVAILABLE', `nothing answers for ${host} in this test`);
    const socket = connectTcp(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch (cause) {
      throw new CollectingError('PARTNER_UNAVAILABLE', 'there is no connection to the partner', { cause });
    }
    return socket;
  }, given);
