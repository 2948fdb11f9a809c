import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startInbox, type Inbox } from '../demo/inbox/inbox.ts';
import { systemClock } from './platform/time/clock.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres.ts';
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
  readDemoFile,
  removeDataFolder,
  startInstance,
  type DemoFile,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { pace } from './testing/pace.ts';

const patient = { timeout: 300_000 * pace };
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const api = '/backend/api/v1';

/** Two instances that answer, the other by two processes, and one that works: on one database and the same objects. */
let one: InstanceProcess;
let other: InstanceProcess;
let worker: InstanceProcess;
let demo: DemoFile;
let inbox: Inbox;
let database: EmbeddedPostgres;
let databaseFolder: string;
let dataFolder: string;

const start = (env: Record<string, string>) => startInstance({ dataFolder, env: { ...shared(), ...env } });

const shared = () => ({
  ...{ DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl, PERENNE_LOG_LEVEL: 'error' },
  ...{ SMTP_URL: inbox.smtpUrl, SMS_URL: inbox.smsUrl, SMS_TOKEN: inbox.smsToken },
});

beforeAll(async () => {
  databaseFolder = await makeDataFolder();
  dataFolder = join(dirname(databaseFolder), 'shared');
  await mkdir(dataFolder, { mode: 0o700 });
  inbox = await startInbox({ clock: systemClock(), log: pino({ level: 'silent' }) });
  database = await startEmbeddedPostgres({ dataFolder: databaseFolder, log: silent });
  one = await start({ PERENNE_ROLE: 'http' });
  await one.until('/ready');
  demo = await readDemoFile(dataFolder);
  [other, worker] = await Promise.all([
    start({ PERENNE_ROLE: 'http', PERENNE_DEMO: 'false', PERENNE_HTTP_PROCESSES: '2' }),
    start({ PERENNE_ROLE: 'worker', PERENNE_DEMO: 'false' }),
  ]);
  await other.until('/ready');
}, patient.timeout);

afterAll(async () => {
  await Promise.all([one, other, worker].map((instance) => instance.stop()));
  await database.stop();
  await inbox.stop();
  await removeDataFolder(databaseFolder);
}, patient.timeout);

function firstOf<T>([first]: readonly T[]): T {
  if (!first) throw new Error('there is none');
  return first;
}

it('keeps the login of the owner of the database from a process that only answers', patient, async () => {
  const environment = await readFile(`/proc/${firstOf(await other.beside())}/environ`, 'utf8');
  expect(environment).toContain(database.appUrl);
  expect(environment).not.toContain(database.ownerUrl);
});

it('reads on one process what was added on the other', patient, async () => {
  const token = await signIn(one.url, firstOf(demo.users));
  const added = await uploadText(one.url, token, { fileName: 'note.txt', text: 'one safe, two doors' });
  expect(sha256Of(await readContent(other.url, token, added.id))).toBe(added.sha256);
  // The worker makes the small pictures of the demonstration meanwhile.
  await vi.waitFor(async () => expect(await listAll(other.url, token)).toEqual(await listAll(one.url, token)), {
    ...patient,
  });
});

it('refuses on one process the session that was ended on the other', patient, async () => {
  const token = await signIn(one.url, firstOf(demo.users));
  const profile = (url: string) => fetch(`${url}${api}/user/profile`, { headers: bearer(token) });
  expect((await profile(other.url)).status).toBe(200);
  expect((await post(`${one.url}${api}/auth/logout`, {}, bearer(token))).status).toBe(204);
  const refused = await profile(other.url);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ errors: [{ code: 'AuthTokenNotValid' }] });
});

it(
  'lets the worker mail the code and bring the documents that waited, also a worker that came later',
  patient,
  async () => {
    const person = firstOf(demo.pending);
    const { activationCode, firstName, lastName, birthDate, phone, email } = person;
    const info = await post(`${one.url}${api}/activation/info`, { activationCode, lastName, birthDate });
    const { activationToken } = (await info.json()) as { activationToken: string };
    const newcomer = bearer(activationToken);
    await post(`${one.url}${api}/activation/email/send-code`, { email }, newcomer);
    const code = await mailedCode(email);
    const verified = await post(`${other.url}${api}/activation/email/verify-code`, { code }, newcomer);
    expect(verified.status).toBe(204);
    await worker.stop();

    const password = 'Parapluie-Orange-64!';
    const asked = { profile: { firstName, lastName, birthDate, phone }, password, confirmation: password };
    const activated = await post(`${other.url}${api}/activation`, { ...asked, termsAccepted: true }, newcomer);
    const token = activated.headers.get('set-authorization') ?? '';
    expect(await progressOf(one.url, token)).toEqual({ recovering: true, recovered: 0, total: 3 });
    expect(await listAll(one.url, token)).toEqual([]);

    worker = await start({ PERENNE_ROLE: 'worker', PERENNE_DEMO: 'false' });
    await expect
      .poll(() => progressOf(one.url, token), { timeout: 30_000 * pace, interval: 100 })
      .toEqual({ recovering: false, recovered: 3, total: 3 });
    const documents = await listAll(other.url, token);
    expect(documents).toHaveLength(3);
    const { id, sha256 } = firstOf(documents);
    expect(sha256Of(await readContent(one.url, token, id))).toBe(sha256);
  },
);

async function mailedCode(to: string): Promise<string> {
  const code = async () => {
    const answer = await fetch(`${inbox.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
    const { items } = (await answer.json()) as { items: { text: string }[] };
    return /\b\d{6}\b/.exec(items[0]?.text.replace(/(\d{3})\s(\d{3})/, '$1$2') ?? '')?.[0];
  };
  await expect.poll(code, { timeout: 30_000 * pace, interval: 100 }).toBeDefined();
  return String(await code());
}

async function progressOf(url: string, token: string): Promise<unknown> {
  return (await fetch(`${url}${api}/activation/progress`, { headers: bearer(token) })).json();
}

it('stops each process by itself', patient, async () => {
  const another = await start({ PERENNE_ROLE: 'http', PERENNE_DEMO: 'false' });
  await another.until('/ready');
  expect(await another.stop()).toBe(0);
  expect((await fetch(`${one.url}/ready`)).status).toBe(200);
});
