import { createServer } from 'node:http';
import { once } from 'node:events';
import { access, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasCode } from './platform/files/durable-files.ts';
import {
  bearer,
  listAll,
  post,
  readContent,
  sha256Of,
  signIn,
  uploadText,
} from './testing/instances/instance-client.ts';
import {
  makeDataFolder,
  processesOf,
  readDemoFile,
  removeDataFolder,
  startInstance,
  type DemoFile,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld, madeWorld } from './testing/instances/made-world.ts';
import { portOf } from './testing/instances/port-of.ts';
import { searchFolder } from './testing/files/search-folder.ts';
import { slowForm } from './testing/uploads/slow-form.ts';
import { pace } from './testing/pace.ts';

const patient = { timeout: 300_000 * pace };
const stopLimitMs = 30_000 * pace;
const restartLimitMs = 15_000 * pace;
const documentsOfCamille = 59;

/** The data folder of a first start. */
let made: string;
/** The file of the made world, of which the other tests have copies. */
let demo: DemoFile;

/** Starts, and sees to the end of it with the test's. */
async function run(dataFolder: string, env: Record<string, string> = {}): Promise<InstanceProcess> {
  const instance = await startInstance({ dataFolder, env });
  onTestFinished(async () => {
    await instance.stop('SIGKILL');
  });
  return instance;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

async function newFolder(): Promise<string> {
  const folder = await makeDataFolder();
  onTestFinished(() => removeDataFolder(folder));
  return folder;
}

async function copyOfMade(): Promise<string> {
  const folder = await copyMadeWorld();
  onTestFinished(() => removeDataFolder(folder));
  return folder;
}

const camilleOf = ({ users }: DemoFile) => {
  const [camille] = users;
  if (!camille) throw new Error('nobody has an account');
  return camille;
};

/** The state that the first start showed while it was making the world, and after. */
let birth: { health: unknown; readiness: number; isToldEarly: boolean; keys: string[]; mode: number };

beforeAll(async () => {
  made = await makeDataFolder();
  const instance = await startInstance({ dataFolder: made });
  await instance.until('/health');
  const [health, ready] = await Promise.all([fetch(`${instance.url}/health`), fetch(`${instance.url}/ready`)]);
  const isToldEarly = await exists(join(made, 'demo.json'));
  await instance.until('/ready');
  const keys = Object.keys(await readDemoFile(made));
  demo = await readDemoFile(await madeWorld());
  const { mode } = await stat(join(made, 'demo.json'));
  birth = { health: await health.json(), readiness: ready.status, isToldEarly, keys, mode: mode & 0o777 };
  await instance.stop();
}, patient.timeout);

afterAll(() => removeDataFolder(made));

describe('a fresh start', () => {
  it('answers its health before the world is made, and is ready once demo.json is written', () => {
    expect(birth).toEqual({
      health: { version: '0.36.7', status: 'ok' },
      ...{ readiness: 503, isToldEarly: false, mode: 0o600 },
      keys: [
        'baseUrl',
        'inboxUrl',
        'operator',
        'employers',
        'users',
        'pending',
        'franceConnect',
        'partner',
        'mailbox',
        'sftp',
        'webdav',
      ],
    });
  });

  it('leaves no process behind when it is told to stop', patient, async () => {
    const dataFolder = await copyOfMade();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const instance = await run(dataFolder);
      await instance.until('/ready');
      const before = performance.now();
      expect(await instance.stop(signal)).toBe(0);
      expect(performance.now() - before).toBeLessThan(stopLimitMs);
      expect(await processesOf(dataFolder)).toEqual([]);
      expect(instance.said.err).toBe('');
    }
  });

  it('finishes the upload under way before it stops', patient, async () => {
    const instance = await run(await copyOfMade());
    await instance.until('/ready');
    const token = await signIn(instance.url, camilleOf(demo));
    const answer = fetch(`${instance.url}/backend/api/v1/documents`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'multipart/form-data; boundary=b' },
      body: slowForm(() => void instance.stop()),
      duplex: 'half',
    });
    expect((await answer).status).toBe(201);
    expect(await instance.exited).toBe(0);
  });
});

/** The worker pictures documents when it comes to it, between two starts as well. */
const withoutPictures = (documents: Awaited<ReturnType<typeof listAll>>) =>
  documents.map((document) => ({ ...document, hasThumbnail: undefined }));

describe('a start on a data folder that has been used', () => {
  it('finds the same accounts and the same documents, quickly', patient, async () => {
    const dataFolder = await copyOfMade();
    const first = await run(dataFolder);
    await first.until('/ready');
    const token = await signIn(first.url, camilleOf(demo));
    const added = await uploadText(first.url, token, { fileName: 'Note.txt', text: 'kept for 50 years' });
    const before = withoutPictures(await listAll(first.url, token));
    await first.stop();

    const started = performance.now();
    const second = await run(dataFolder);
    await second.until('/ready');
    expect(performance.now() - started).toBeLessThan(restartLimitMs);
    const { employers, users, pending, baseUrl, operator } = await readDemoFile(dataFolder);
    expect({ employers, users, pending }).toEqual({
      ...{ employers: demo.employers, users: demo.users, pending: demo.pending },
    });
    expect({ baseUrl, operator }).toEqual({ baseUrl: `http://localhost:${second.port}`, operator: { dataFolder } });
    // The session of before is still open.
    expect(withoutPictures(await listAll(second.url, token))).toEqual(before);
    expect(sha256Of(await readContent(second.url, token, added.id))).toBe(added.sha256);
  });

  it('makes the rest of a world whose making was killed', patient, async () => {
    const dataFolder = await newFolder();
    for (const afterMs of [700, 1_500]) {
      const killed = await run(dataFolder);
      await killed.until('/health');
      await sleep(afterMs);
      await killed.stop('SIGKILL');
    }
    const instance = await run(dataFolder);
    await instance.until('/ready');
    const healed = await readDemoFile(dataFolder);
    expect(healed.users).toEqual(demo.users);
    const documents = await listAll(instance.url, await signIn(instance.url, camilleOf(healed)));
    expect(documents).toHaveLength(documentsOfCamille);
  });

  it('writes each checkpoint into the folder of PERENNE_CHECKPOINT_DIR too', patient, async () => {
    const dataFolder = await copyOfMade();
    const apart = join(dirname(dataFolder), 'apart');
    const instance = await run(dataFolder, { PERENNE_CHECKPOINT_DIR: apart });
    await instance.until('/ready');
    const token = await signIn(instance.url, camilleOf(demo));
    // An export makes a checkpoint at once.
    expect((await post(`${instance.url}/backend/api/v1/exports`, {}, bearer(token))).status).toBe(201);
    const names = () => readdir(apart).catch(() => []);
    await expect.poll(names).toContain('checkpoint-1.json');
    const answer = await fetch(`${instance.url}/backend/api/v1/evidence/checkpoints/1`);
    const { n, root, size } = (await answer.json()) as Record<'n' | 'root' | 'size', unknown>;
    const written: unknown = JSON.parse(await readFile(join(apart, 'checkpoint-1.json'), 'utf8'));
    expect(written).toMatchObject({ n, root, size });
  });

  it('tells nothing to who copies the data folder', patient, async () => {
    const dataFolder = await copyOfMade();
    const instance = await run(dataFolder);
    await instance.until('/ready');
    const { inboxUrl } = await readDemoFile(dataFolder);
    const token = await signIn(instance.url, camilleOf(demo));
    const secret = 'le-renard-passe-au-bout-du-jardin';
    const { id } = await uploadText(instance.url, token, { fileName: `${secret}.txt`, text: secret.repeat(5_000) });
    const [payslip] = (await listAll(instance.url, token)).filter(({ title }) => title.startsWith('Bulletin'));
    const pages = await readContent(instance.url, token, payslip?.id ?? id);
    await requestActivationMail(instance.url, demo, inboxUrl);
    await instance.stop();
    const needles = [secret, '%PDF', pages.subarray(2_000, 2_032), ...knownWords(demo)];
    const { files, found } = await searchFolder(dataFolder, needles);
    expect(files).toBeGreaterThan(1_000);
    expect(found).toEqual([]);
  });
});

/** A mail and its code pass through the database. */
async function requestActivationMail(url: string, { pending }: DemoFile, inboxUrl: string): Promise<void> {
  const [person] = pending;
  if (!person) throw new Error('nobody waits');
  const { activationCode, lastName, birthDate, email } = person;
  const info = await post(`${url}/backend/api/v1/activation/info`, { activationCode, lastName, birthDate });
  const { activationToken } = (await info.json()) as { activationToken: string };
  await post(`${url}/backend/api/v1/activation/email/send-code`, { email }, bearer(activationToken));
  await expect.poll(() => messagesTo(inboxUrl, email)).toHaveLength(1);
}

async function messagesTo(inboxUrl: string, to: string): Promise<unknown[]> {
  const answer = await fetch(`${inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
  return ((await answer.json()) as { items: unknown[] }).items;
}

const knownWords = ({ employers, users, pending }: DemoFile): string[] => [
  ...employers.flatMap(({ name, clientSecret }) => [name, clientSecret]),
  ...[...users, ...pending].flatMap(({ lastName, email, phone, birthDate }) => [lastName, email, phone, birthDate]),
  ...users.map(({ password }) => password),
  ...pending.flatMap(({ activationCode }) => [activationCode, activationCode.replaceAll('-', '')]),
  ...['Bulletin de paie', 'bulletin-20', 'Contrat de travail', 'Identité', 'Tilleuls', 'Note.txt'],
];

describe('a start that cannot be', () => {
  /** One sentence for the operator, and nothing else. */
  async function refusal(dataFolder: string, env: Record<string, string> = {}): Promise<string> {
    const instance = await run(dataFolder, env);
    expect(await instance.exited).toBe(1);
    expect(instance.said.err.trim().split('\n')).toHaveLength(1);
    return instance.said.err;
  }

  it('says that the documents of the demonstration cannot be scanned', patient, async () => {
    const told = await refusal(await newFolder(), { CLAMD_URL: 'unix:/nowhere/clamd.sock' });
    expect(told).toContain('The documents of the demonstration cannot be scanned: The antivirus');
  });

  it('says that the port is taken, and leaves the folder alone', patient, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const dataFolder = await newFolder();
    const port = String(portOf(taken));
    expect(await refusal(dataFolder, { PORT: port })).toContain(`127.0.0.1:${port}: another program uses this port`);
    expect(await exists(dataFolder)).toBe(false);
  });

  it('says that the data folder is in use, and disturbs nobody', patient, async () => {
    const dataFolder = await copyOfMade();
    const first = await run(dataFolder);
    await first.until('/ready');
    expect(await refusal(dataFolder)).toContain('is in use by another instance');
    const token = await signIn(first.url, camilleOf(await readDemoFile(dataFolder)));
    expect(await listAll(first.url, token)).toHaveLength(documentsOfCamille);
  });

  it('says that the data folder cannot be written', patient, async () => {
    const dataFolder = await newFolder();
    await writeFile(join(dirname(dataFolder), 'file'), '');
    const below = join(dirname(dataFolder), 'file', 'data');
    expect(await refusal(below)).toBe(`The data folder ${below} cannot be written.\n`);
  });

  it('names what is missing', patient, async () => {
    const said = await refusal(await newFolder(), { NODE_ENV: 'production', PERENNE_DEMO: 'false' });
    expect(said).toContain('DATABASE_URL');
  });
});

it('runs beside another instance', patient, async () => {
  const [one, other] = await Promise.all([run(await copyOfMade()), run(await copyOfMade())]);
  await Promise.all([one.until('/ready'), other.until('/ready')]);
  const [told, toldOther] = await Promise.all([readDemoFile(one.dataFolder), readDemoFile(other.dataFolder)]);
  expect(told.inboxUrl).not.toBe(toldOther.inboxUrl);
  for (const { url } of [one, other]) {
    const token = await signIn(url, camilleOf(demo));
    expect(await listAll(url, token)).toHaveLength(documentsOfCamille);
  }
});
