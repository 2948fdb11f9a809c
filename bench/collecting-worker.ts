import process from 'node:process';
import { jobHandlers } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { openPlatform } from '../apps/server/src/open-platform.ts';
import type { LocalReach } from '../apps/server/src/platform/collecting/reach.ts';
import { boundHeap, boundHeapsOfThreads } from '../apps/server/src/platform/heap.ts';
import { openLog } from '../apps/server/src/platform/log.ts';

/** The product's worker, whose collectors reach a partner of the measures. */
boundHeapsOfThreads();
const config = readConfig();
if (!config.database?.appUrl) throw new Error('the worker has no database');
const { appUrl } = config.database;
const { platform, close } = await openPlatform(
  config,
  {
    ...{
      database: { appUrl },
      smtpUrl: 'smtp://127.0.0.1:9',
      sms: { url: 'http://127.0.0.1:9', token: 'x' },
    },
    ...{ publicUrl: 'http://localhost', inboxUrl: null, federation: null, timestamps: null },
    collectors: JSON.parse(process.argv[2] ?? '') as LocalReach,
  },
  openLog(config.logLevel),
);
await platform.jobs.start(jobHandlers(platform));
boundHeap();
process.stdout.write('ready\n');
process.on('SIGTERM', () => {
  void close().then(() => process.exit(0));
});
