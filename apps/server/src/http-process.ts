import { once } from 'node:events';
import type { Server } from 'node:net';
import process from 'node:process';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { openPlatform, type Edges } from './open-platform.ts';
import { boundHeap, boundHeapsOfThreads, collectAtRest } from './platform/heap.ts';
import { checkerOf } from './platform/check-parts.ts';
import type { Beside, ProcessMetrics } from './platform/http/beside.ts';
import { openLog } from './platform/log.ts';
import { openChannel } from './process-channel.ts';

/** The calls that the starting process makes to this one. */
export type HttpProcessCalls = {
  open(edges: Edges): Promise<void>;
  /** Answers on the port of the server that comes with the question. */
  listen(given: null, server: Server | undefined): Promise<void>;
  metrics(given: null): Promise<ProcessMetrics>;
  /** Ends what it was asked. */
  stop(given: null): Promise<void>;
};

/** The calls that it makes. */
export type StarterCalls = {
  /** The metrics of all processes but the one that asks. */
  otherMetrics(given: null): Promise<ProcessMetrics[]>;
  countRequest: Beside['countRequest'];
};

boundHeapsOfThreads();
const config = readConfig();
const log = openLog(config.logLevel);
let ownMetrics: () => Promise<ProcessMetrics> = async () => [];
let app: FastifyInstance | undefined;
let closePlatform = async () => {};

const calls: HttpProcessCalls = {
  open: async (edges) => {
    const { platform, close } = await openPlatform(config, edges, log);
    closePlatform = close;
    app = await buildApp(platform, {
      ...config.http,
      readiness: checkerOf(platform),
      beside: {
        publishMetrics: (own) => void (ownMetrics = own),
        askMetrics: () => channel.ask('otherMetrics', null),
        countRequest: (address) => channel.ask('countRequest', address),
      },
    });
    await app.ready();
  },
  listen: async (_, server) => {
    if (!app || !server) throw new Error('there is nothing to listen with');
    app.server.listen(server);
    await once(app.server, 'listening');
    boundHeap();
    collectAtRest();
  },
  metrics: () => ownMetrics(),
  stop: async () => {
    await app?.close();
    await closePlatform();
  },
};
const channel = openChannel<StarterCalls>(process, calls);

// A terminal signals all processes to end: the one that started this one says when.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// Without it there is no database, and nobody to answer for.
process.once('disconnect', () => process.exit());
