import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  bearer,
  listAll,
  readContent,
  Refused,
  sha256Of,
  signIn,
  uploadText,
} from './testing/instances/instance-client.ts';
import {
  readDemoFile,
  removeDataFolder,
  startInstance,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { slowForm } from './testing/uploads/slow-form.ts';
import { pace } from './testing/pace.ts';

const patient = { timeout: 300_000 * pace };

/** Two processes that answer on one port, of one instance. */
let instance: InstanceProcess;
let dataFolder: string;
let token: string;

const start = async (env: Record<string, string> = {}) => {
  const started = await startInstance({
    dataFolder,
    env: { PERENNE_HTTP_PROCESSES: '2', PERENNE_LOG_LEVEL: 'error', ...env },
  });
  await started.until('/ready');
  return started;
};

beforeAll(async () => {
  dataFolder = await copyMadeWorld();
  instance = await start();
  const { users } = await readDemoFile(dataFolder);
  token = await signIn(instance.url, firstOf(users));
}, patient.timeout);

afterAll(async () => {
  await instance.stop();
  await removeDataFolder(dataFolder);
}, patient.timeout);

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('there is none');
  return first;
}

/** By a connection of its own, which whoever is free takes. */
async function ask(path: string): Promise<{ status: number | undefined; body: string }> {
  const answered = Promise.withResolvers<{ status: number | undefined; body: string }>();
  const asked = request(
    `${instance.url}${path}`,
    { agent: false, signal: AbortSignal.timeout(5_000 * pace) },
    (answer) => {
      text(answer).then((body) => answered.resolve({ status: answer.statusCode, body }), answered.reject);
    },
  );
  asked.once('error', answered.reject).end();
  return answered.promise;
}

async function whileStopped<T>(send: (signal: NodeJS.Signals) => void, act: () => Promise<T>): Promise<T> {
  send('SIGSTOP');
  try {
    return await act();
  } finally {
    send('SIGCONT');
  }
}

it('answers by either process', patient, async () => {
  const pid = firstOf(await instance.beside());
  const asked = () => Promise.all(Array.from({ length: 8 }, () => ask('/health')));
  const byOther = await whileStopped((signal) => instance.signal(signal), asked);
  const byOwn = await whileStopped((signal) => void process.kill(pid, signal), asked);
  expect([...byOther, ...byOwn].map(({ status }) => status)).toEqual(Array<number>(16).fill(200));
});

it('tells the metrics of both, whichever is asked', patient, async () => {
  const countOf = async () => {
    const { body } = await ask('/metrics');
    return Number(
      /^http_request_duration_seconds_count\{[^}]*route="\/runtime_conf\.json"[^}]*\} (\d+)$/m.exec(body)?.[1],
    );
  };
  await Promise.all(Array.from({ length: 20 }, () => ask('/runtime_conf.json')));
  for (let scrape = 0; scrape < 10; scrape++) expect(await countOf()).toBe(20);
});

const isTooMany = (error: unknown): boolean => error instanceof Refused && error.message.endsWith('429');

async function beganAfter(killed: number): Promise<number> {
  const pid = firstOf(await instance.beside());
  expect(pid).not.toBe(killed);
  return pid;
}

it('starts again the one that was killed, and loses nothing of what it told', patient, async () => {
  const killed = firstOf(await instance.beside());
  const told: { id: string; sha256: string }[] = [];
  const over = new AbortController();
  const upload = async (client: number) => {
    for (let file = 0; !over.signal.aborted; file++) {
      try {
        const text = `the ${file}th file of client ${client}`;
        told.push(await uploadText(instance.url, token, { fileName: `note-${client}-${file}.txt`, text }));
      } catch (error) {
        // The connection was cut off with the work on it; or the owner's slots are taken, by the killed process too.
        if (!(error instanceof TypeError) && !isTooMany(error)) throw error;
        await sleep(100);
      }
    }
  };
  const uploading = Promise.all([0, 1, 2].map(upload));
  const again = await vi
    .waitFor(() => expect(told.length).toBeGreaterThan(8), patient)
    .then(() => process.kill(killed, 'SIGKILL'))
    .then(() => vi.waitFor(() => beganAfter(killed), { ...patient, interval: 100 }))
    .finally(() => over.abort());
  await uploading;
  for (const { id, sha256 } of told) expect(sha256Of(await readContent(instance.url, token, id))).toBe(sha256);
  await vi.waitFor(async () => {
    const { status } = await whileStopped(
      (signal) => instance.signal(signal),
      () => ask('/health'),
    );
    expect(status).toBe(200);
  }, patient);
  expect(await instance.beside()).toEqual([again]);
});

it('finishes the uploads under way in both before it stops, and leaves no process behind', patient, async () => {
  const pid = firstOf(await instance.beside());
  // Somebody else: those of the killed process hold their slots for a while.
  const others = (await readDemoFile(dataFolder)).users.slice(1).filter(({ mustChangeEmail }) => !mustChangeEmail);
  const other = await signIn(instance.url, firstOf(others));
  let stopped: Promise<number | null> | undefined;
  const uploads = Array.from({ length: 6 }, () =>
    fetch(`${instance.url}/backend/api/v1/documents`, {
      method: 'POST',
      headers: { ...bearer(other), 'content-type': 'multipart/form-data; boundary=b' },
      body: slowForm(() => void (stopped ??= instance.stop())),
      duplex: 'half',
    }).then(({ status }) => status),
  );
  expect(await Promise.all(uploads)).toEqual(Array<number>(6).fill(201));
  expect(await stopped).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  instance = await start();
  const notes = (await listAll(instance.url, other)).filter(({ title }) => title === 'note');
  expect(notes).toHaveLength(6);
});

it('ends with the process that started it', patient, async () => {
  const pid = firstOf(await instance.beside());
  await instance.stop('SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), patient);
  instance = await start();
  expect(await ask('/health')).toMatchObject({ status: 200 });
});

it('counts the requests of an address in both together', patient, async () => {
  await instance.stop();
  instance = await start({ PERENNE_RATE_LIMIT: '500' });
  const askMany = async () =>
    (await Promise.all(Array.from({ length: 20 }, () => ask('/health')))).map((a) => a.status);
  let answered = 0;
  for (let statuses = await askMany(); !statuses.includes(429); statuses = await askMany()) answered += statuses.length;
  expect(answered).toBeLessThanOrEqual(500);
  for (let round = 0; round < 5; round++) expect(await askMany()).toEqual(Array<number>(20).fill(429));
});
