import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bearer, readContent, signIn } from './testing/instances/instance-client.ts';
import {
  readDemoFile,
  removeDataFolder,
  startInstance,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { makePdf } from './testing/people/makers.ts';
import { clientOf } from './testing/uploads/tus-client.ts';
import { pace } from './testing/pace.ts';

const kills = 2;
/** The bytes that the client sends between two kills: several of the pieces that the server keeps. */
const sentBytes = 15_000_000;
let dataFolder: string;
let instance: InstanceProcess;

beforeEach(async () => {
  dataFolder = await copyMadeWorld();
});
afterEach(async () => {
  await instance.stop('SIGKILL');
  await removeDataFolder(dataFolder);
});

/** Resolves `reached` once that much has been seen. */
function notice(bytes: number) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  return { reached, see: (seen: number) => void (seen >= bytes && resolve()) };
}

it('goes on with an upload of 60 MB, however often it is killed', { timeout: 300_000 * pace }, async () => {
  instance = await startInstance({ dataFolder });
  await instance.until('/ready');
  const { url, port } = instance;
  const [user] = (await readDemoFile(dataFolder)).users;
  const token = await signIn(url, user ?? { email: '', password: '' });
  const content = Buffer.concat([makePdf('x', 1_000), randomBytes(60_000_000)]);
  const accepted: number[] = [];
  let sending = notice(sentBytes);
  const { upload, ended } = clientOf(content, {
    ...{ url, headers: bearer(token) },
    options: {
      retryDelays: Array.from({ length: 200 * pace }, () => 250),
      onProgress: (sent) => sending.see(sent),
      onAfterResponse: (request, response) => {
        const offset = response.getHeader('Upload-Offset');
        if (request.getMethod() === 'HEAD' && offset !== undefined) accepted.push(Number(offset));
      },
    },
  });
  upload.start();
  for (let kill = 0; kill < kills; kill += 1) {
    await sending.reached;
    await instance.stop('SIGKILL');
    sending = notice(sentBytes * (kill + 2));
    instance = await startInstance({ dataFolder, port });
    await instance.until('/ready');
  }
  const { documentId, error } = await ended;
  expect(error).toBeNull();
  // Bytes that were kept before a kill are not sent again.
  expect(Math.max(0, ...accepted)).toBeGreaterThan(0);
  expect(accepted).toEqual(accepted.toSorted((a, b) => a - b));
  expect((await readContent(url, token, documentId ?? '')).equals(content)).toBe(true);
});
