import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { TimeStampReq } from 'pkijs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerRequest } from '../../../demo/timestamps/answer.ts';
import { makeAuthority, makeRoot } from '../../../demo/timestamps/authority.ts';
import { startTimestampAuthority, type StandInAuthority } from '../../../demo/timestamps/timestamps.ts';
import { freePort } from '../../testing/instances/free-port.ts';
import { pace } from '../../testing/pace.ts';
import { hasOpenssl, startOpensslAuthority, type OpensslAuthority } from '../../testing/servers/openssl-authority.ts';
import { portOf } from '../../testing/instances/port-of.ts';
import { testClock } from '../../testing/test-clock.ts';
import { openTimestamps } from './open-timestamps.ts';
import { connectTimestamps } from './rfc3161.ts';
import { describeTimestamps, imprintOf } from './timestamps.suite.ts';
import { TimestampUnavailable, type Timestamps } from './timestamps.ts';

const clock = testClock();
const silent = pino({ level: 'silent' });
/** Authorities that answer meet it only on a machine that hangs. */
const deadlineMs = 30_000 * pace;

let dataFolder: string;
let standIn: StandInAuthority;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'perenne-authority-'));
  standIn = await startTimestampAuthority({ dataFolder, clock, log: silent });
});
afterAll(async () => {
  await standIn.stop();
  await rm(dataFolder, { recursive: true });
});

const open = (urls: string[], more: { ca?: string; policy?: string } = {}): Promise<Timestamps> =>
  openTimestamps({ ca: standIn.ca, ...more, urls }, { clock, log: silent, deadlineMs });

describe('the demonstration’s authority by HTTP', () => {
  let timestamps: Timestamps;
  beforeAll(async () => (timestamps = await open([standIn.url])));
  describeTimestamps('it', () => timestamps);

  it('is the same after a restart', async () => {
    const { token } = await timestamps.stamp(imprintOf('before'));
    const { url } = standIn;
    await standIn.stop();
    standIn = await startTimestampAuthority({ dataFolder, clock, log: silent });
    expect(standIn.url).toBe(url);
    await expect((await open([url])).verify(token, imprintOf('before'))).resolves.toMatchObject({
      policy: '2.999.3161.1',
    });
  });

  it('makes another authority when its time is over, and vouches for what the first stamped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'perenne-authority-'));
    const later = testClock();
    const first = await startTimestampAuthority({ dataFolder: folder, clock: later, log: silent });
    const parts = { clock: later, log: silent };
    const { token } = await (await openTimestamps({ urls: [first.url], ca: first.ca }, parts)).stamp(imprintOf('old'));
    await first.stop();
    later.set(new Date('2126-01-01T00:00:00Z'));
    const second = await startTimestampAuthority({ dataFolder: folder, clock: later, log: silent });
    const both = await openTimestamps({ urls: [second.url], ca: second.ca }, parts);
    await expect(both.verify(token, imprintOf('old'))).resolves.toBeDefined();
    await expect(both.stamp(imprintOf('new'))).resolves.toBeDefined();
    await second.stop();
    await rm(folder, { recursive: true });
  });

  it('refuses a policy that is not its own, and says so in its answer', async () => {
    const other = await open([standIn.url], { policy: '1.2.3.4' });
    await expect(other.stamp(imprintOf('it'))).rejects.toThrow(/its answer is refused: it is a refusal \(status 2\)/);
    const own = await open([standIn.url], { policy: '2.999.3161.1' });
    await expect(own.stamp(imprintOf('it'))).resolves.toBeDefined();
  });
});

if (!hasOpenssl) console.warn('The tests on `openssl ts` did not run: openssl is not installed.');

describe.runIf(hasOpenssl)('a real `openssl ts`', () => {
  let openssl: OpensslAuthority;
  let timestamps: Timestamps;
  beforeAll(async () => {
    openssl = await startOpensslAuthority();
    timestamps = await open([openssl.url], { ca: openssl.ca });
  });
  afterAll(() => openssl.stop());

  describeTimestamps('it', () => timestamps);

  it('is not believed where another root is trusted', async () => {
    const strangers = await open([openssl.url]);
    await expect(strangers.stamp(imprintOf('it'))).rejects.toThrow(/no trusted authority vouches for/);
  });

  it('verifies what the demonstration’s authority stamps', async () => {
    const { token } = await (await open([standIn.url])).stamp(imprintOf('for openssl'));
    expect(await openssl.verify(token, { text: 'for openssl', ca: standIn.ca })).toContain('Verification: OK');
  });
});

describe('an authority that does not answer as it should', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  const serve = async (listener: RequestListener, address = ''): Promise<string> => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://${address}127.0.0.1:${portOf(server)}/tsa?key=secret-key`;
  };
  const reply = { 'content-type': 'application/timestamp-reply' };
  const failureOf = async (url: string, within = deadlineMs): Promise<string> => {
    const roots = async () => [];
    const timestamps = connectTimestamps({ urls: [url], roots }, { clock, log: silent, deadlineMs: within });
    const failure = await timestamps.stamp(imprintOf('it')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TimestampUnavailable);
    expect(String(failure)).not.toContain('secret');
    return String(failure);
  };

  it.each<[string, RequestListener]>([
    ['is silent', () => {}],
    ['stops in the middle', (_, response) => response.writeHead(200, reply).write('0')],
  ])('gives no timestamp in time where it %s', async (_what, listener) => {
    expect(await failureOf(await serve(listener), 400)).toMatch(/no answer in time/);
  });

  it.each<[string, RequestListener, RegExp]>([
    [
      'breaks off',
      (_, response) => response.writeHead(200, reply).write('0', () => response.destroy()),
      /no (answer|connection)/,
    ],
    ['answers without end', (_, response) => pour(response.writeHead(200, reply)), /longer than 1000000 bytes/],
    [
      'answers with a page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('hi'),
      /it answered 200 with text\/html/,
    ],
    ['has an error', (_, response) => response.writeHead(503).end(), /it answered 503/],
    ['sends elsewhere', (_, response) => response.writeHead(307, { location: standIn.url }).end(), /it answered 307/],
    ['answers with noise', (_, response) => response.writeHead(200, reply).end('noise'), /it cannot be read/],
    ['answers with nothing', (_, response) => response.writeHead(200, reply).end(), /it cannot be read/],
  ])('gives no timestamp where it %s', async (_what, listener, reason) => {
    expect(await failureOf(await serve(listener))).toMatch(reason);
  });

  it('gives none where nothing listens', async () => {
    const url = `http://secret:secret@127.0.0.1:${await freePort()}/secret`;
    expect(await failureOf(url)).toMatch(/127\.0\.0\.1:\d+: no connection \(ECONNREFUSED\)/);
  });

  it('is given its credentials, and no log is', async () => {
    let given: string | undefined;
    const url = await serve((request, response) => {
      given = request.headers.authorization;
      response.writeHead(401).end();
    }, 'safe:s%C3%A9cret-secret@');
    expect(await failureOf(url)).toMatch(/it answered 401/);
    expect(given).toBe(`Basic ${Buffer.from('safe:sécret-secret').toString('base64')}`);
  });

  it('is passed over for the next one', async () => {
    const silentOne = await serve((_, response) => response.writeHead(500).end());
    const both = await open([silentOne, standIn.url]);
    await expect(both.stamp(imprintOf('it'))).resolves.toMatchObject({ at: expect.any(Date) });
    const none = await open([silentOne, `http://127.0.0.1:${await freePort()}/`]);
    await expect(none.stamp(imprintOf('it'))).rejects.toThrow(/it answered 500.*; 127\.0\.0\.1:\d+: no connection/);
  });

  it('is passed over for the next one where it stamps another digest', async () => {
    const life = { from: new Date('2020-01-01T00:00:00Z'), to: new Date('2120-01-01T00:00:00Z') };
    const authority = makeAuthority(makeRoot(life), life);
    let asked = 0;
    const stampAnother = async (request: IncomingMessage): Promise<Buffer> => {
      const wanted = TimeStampReq.fromBER(new Uint8Array(await buffer(request)));
      wanted.messageImprint.hashedMessage.valueBlock.valueHexView.fill(7);
      return answerRequest(authority, Buffer.from(wanted.toSchema().toBER()), clock.now());
    };
    const wrongOne = await serve((request, response) => {
      asked += 1;
      stampAnother(request).then(
        (answer) => response.writeHead(200, reply).end(answer),
        () => response.writeHead(500).end(),
      );
    });
    const ca = [authority.root.toString(), standIn.ca].join('');
    const alone = await open([wrongOne], { ca });
    await expect(alone.stamp(imprintOf('it'))).rejects.toThrow(/its answer is refused: it is of another digest/);
    const both = await open([wrongOne, standIn.url], { ca });
    const { token } = await both.stamp(imprintOf('it'));
    expect(asked).toBe(2);
    await expect((await open([standIn.url])).verify(token, imprintOf('it'))).resolves.toBeDefined();
  });
});

/** Writes until the connection ends. */
function pour(response: Parameters<RequestListener>[1]): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  };
  response.on('drain', more);
  more();
}
