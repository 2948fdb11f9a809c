import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { startFederation } from '../../apps/server/demo/federation/federation.ts';

/** The stand-in of the federation alone, in a process of its own; tells where it is, and its client's secret. */
const tell = () => undefined;
const dataFolder = await mkdtemp(join(tmpdir(), 'perenne-bench-federation-'));
const federation = await startFederation({
  ...{ publicUrl: 'http://localhost:3000', dataFolder, clock: { now: () => new Date() } },
  log: { info: tell, warn: tell, error: tell, debug: tell },
});
const { issuer, clientId, clientSecret } = federation;
process.stdout.write(`${JSON.stringify({ issuer, clientId, clientSecret })}\n`);
await once(process, 'SIGTERM');
await federation.stop();
await rm(dataFolder, { recursive: true });
