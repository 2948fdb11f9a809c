import { execFileSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readFileSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import type { CollectedDocument, Run } from '@perenne/collecting/run';

const content = Buffer.from('%PDF-1.4\n%%EOF\n');

const offered = (title: string): CollectedDocument => ({
  ...{ identity: title, title, fileName: 'told.pdf' },
  async *open() {
    yield content;
  },
});

/** The outcome of an attempt: what it gave, or the code of the error that kept it from anything. */
async function attempt(name: string, work: () => unknown): Promise<CollectedDocument> {
  try {
    return offered(`${name}: ${String(await work())}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return offered(`${name}: ${code ?? message}`);
  }
}

const dial = (port: number) =>
  new Promise((resolve, reject) => {
    connectTcp(port, '127.0.0.1', () => resolve('connected')).on('error', reject);
  });

async function* looksAround({ credentials }: Run): AsyncGenerator<CollectedDocument> {
  const port = Number(credentials['port']);
  yield attempt('environment', () => Object.keys(process.env).length);
  yield attempt('passwords', () => readFileSync('/etc/passwd', 'utf8').length);
  yield attempt('own process', () => readFileSync('/proc/self/environ', 'utf8').length);
  yield attempt('parent', () => readFileSync(`/proc/${process.ppid}/environ`, 'utf8').length);
  yield attempt('server code', () => readdirSync(new URL('../../../domains', import.meta.url)).length);
  yield attempt('own code', () => readFileSync(new URL('manifest.json', import.meta.url)).length);
  yield attempt('modules', () => readdirSync(new URL('../../../../../../node_modules', import.meta.url)).length);
  yield attempt('write', () => writeFileSync('/tmp/misbehaved', 'x'));
  yield attempt('process', () => execFileSync('/bin/true'));
  yield attempt('worker', () => new Worker('1', { eval: true }));
  yield attempt('socket', () => dial(port));
  yield attempt('fetch', () => fetch(`http://127.0.0.1:${port}/`));
  yield attempt('name', () => lookup('www.example.org'));
  yield attempt('binding', () => {
    const { TCP, constants } = (process as unknown as { binding(name: string): Record<string, never> }).binding(
      'tcp_wrap',
    );
    return typeof TCP === 'undefined' || constants === undefined ? 'nothing' : 'a socket';
  });
  yield attempt('signal', () => process.kill(process.ppid, 'SIGTERM'));
  yield attempt('priority', () => getPriority());
  yield attempt('user', () => process.getuid?.());
}

const ways: Record<string, (run: Run) => AsyncIterable<CollectedDocument>> = {
  looksAround,
  async *loops() {
    yield offered('first');
    for (;;);
  },
  async *hangs() {
    yield offered('first');
    await new Promise((resolve) => void setTimeout(resolve, 3_600_000));
  },
  async *hoards() {
    const held: Buffer[] = [];
    for (;;) {
      held.push(Buffer.alloc(20_000_000, held.length));
      await new Promise((resolve) => void setTimeout(resolve, 5));
      if (held.length > 10_000) yield offered('never');
    }
  },
  async *babbles() {
    yield offered('first');
    writeSync(3, Buffer.alloc(100_000, 0xff));
    await new Promise((resolve) => void setTimeout(resolve, 3_600_000));
  },
  async *asksOn() {
    yield offered('first');
    const question = Buffer.from(
      JSON.stringify({ type: 'question', id: 1, question: { ask: 'known', identity: 'x' } }),
    );
    const head = Buffer.alloc(9);
    head.writeUInt32LE(question.length);
    head[4] = 1;
    const pause = new Int32Array(new SharedArrayBuffer(4));
    // It has no turn to read in: each question comes after the answer to the one before.
    for (;;) {
      writeSync(3, Buffer.concat([head, question]));
      Atomics.wait(pause, 0, 0, 5);
    }
  },
  async *leaves() {
    yield offered('first');
    process.exit(0);
  },
  async *circles() {
    for (;;) yield offered('the same');
  },
  async *remembers(run) {
    run.remember('x'.repeat(70_000));
    yield offered('first');
  },
  async *dials({ connect, credentials }) {
    const destination = { host: String(credentials['host']), port: Number(credentials['port']) };
    for (let count = 0; count < 100; count += 1) await connect({ ...destination, security: 'plain' });
    yield offered('never');
  },
  async *dialsAtOnce({ connect, credentials }) {
    const destination = { host: String(credentials['host']), port: Number(credentials['port']) };
    await Promise.all(Array.from({ length: 60 }, () => connect({ ...destination, security: 'plain' })));
    yield offered('never');
  },
  async *follows({ http, credentials }) {
    const answer = await http.get(`http://${String(credentials['host'])}:${String(credentials['port'])}/`);
    yield offered(`${answer.status} ${await answer.text()}`);
  },
  async *comesBack({ http, credentials }) {
    for (const pauseMs of [0, 2_000]) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const answer = await http.get(`http://${String(credentials['host'])}:${String(credentials['port'])}/`);
      yield offered(`${answer.status} ${await answer.text()}, after ${pauseMs} ms`);
    }
  },
  async *readsLate({ http, credentials }) {
    const answer = await http.get(`http://${String(credentials['host'])}:${String(credentials['port'])}/`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    let bytes = 0;
    for await (const chunk of answer.bytes()) bytes += chunk.length;
    yield offered(`${bytes} bytes`);
  },
  async *betrays({ credentials }) {
    yield offered('first');
    throw new CollectingError('PARTNER_CHANGED', `with ${String(credentials['secret'])}`);
  },
  async *breaks({ credentials }) {
    yield offered('first');
    throw new Error(`with ${String(credentials['secret'])}`);
  },
  async *breaksLate() {
    yield* ['1', '2', '3', '4'].map(offered);
    throw new Error('after all of them');
  },
  async *remembersNow({ rememberNow }) {
    yield* ['1', '2', '3', '4'].map(offered);
    await rememberNow('four');
    yield offered('5');
  },
  async *asksAnother({ connect }) {
    await connect({ host: 'www.example.org', port: 443, security: 'tls' });
    yield offered('never');
  },
  async *tells({ credentials, rememberNow }) {
    yield offered('here');
    await rememberNow('here');
    yield offered(JSON.stringify(credentials));
  },
  async *cutsSome() {
    for (let count = 0; count < 30; count += 1)
      yield {
        ...offered(`cut ${count}`),
        async *open() {
          yield content;
          throw new DocumentFailure('PARTNER_UNAVAILABLE');
        },
      };
    yield offered('whole');
  },
  async *cuts() {
    yield {
      ...offered('cut'),
      async *open() {
        yield content;
        throw new CollectingError('PARTNER_UNAVAILABLE');
      },
    };
  },
};

/** Does what no collector may, as its credential `what` says. */
export async function* collect(run: Run): AsyncGenerator<CollectedDocument> {
  const way = ways[String(run.credentials['what'])];
  if (way) yield* way(run);
}
