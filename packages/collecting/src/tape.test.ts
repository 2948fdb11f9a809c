import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { pipeline, Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openHttp } from './http/http.ts';
import type { Run } from './run.ts';
import { emptyTape, openReplay, recordConnection } from './tape.ts';

const destination = { host: 'www.partner.example', port: 443, security: 'tls' } as const;

/** Asks as a collector would, and gives the answers. */
async function visit(http: Run['http']): Promise<string[]> {
  const first = await (await http.get('https://www.partner.example/one')).text();
  const second = await (await http.postForm('https://www.partner.example/two', { password: 'CANARY' })).text();
  return [first, second];
}

describe('a tape', () => {
  it('plays what the partner said to a run, and holds nothing that was said to it', async () => {
    const server = createServer((request, response) => void response.end(`this is ${request.url}`)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const tape = emptyTape();
    const connect: Run['connect'] = async () => {
      const socket = connectTcp(port, '127.0.0.1');
      await once(socket, 'connect');
      return recorded(socket, recordConnection(tape, destination));
    };
    const said = await visit(openHttp(connect, new AbortController().signal));
    server.closeAllConnections();
    server.close();
    expect(said).toEqual(['this is /one', 'this is /two']);

    expect(Buffer.from(JSON.stringify(tape)).toString()).not.toContain('CANARY');
    const kept = tape.connections.flatMap(({ turns }) => turns.map(({ received }) => Buffer.from(received, 'base64')));
    expect(Buffer.concat(kept).toString()).toContain('this is /two');
    expect(Buffer.concat(kept).toString()).not.toContain('CANARY');
    expect(await visit(openReplay(tape, { credentials: {} }).http)).toEqual(said);
  });

  it('has no other connections than those that were made', async () => {
    const run = openReplay(emptyTape(), { credentials: {} });
    await expect(run.connect(destination)).rejects.toMatchObject({ code: 'PARTNER_UNAVAILABLE' });
  });
});

/** A connection through a recorder, as the parent of a run makes it. */
function recorded(socket: Duplex, recorder: ReturnType<typeof recordConnection>): Duplex {
  const [outer, inner] = [new DuplexEnd(), new DuplexEnd()];
  outer.other = inner;
  inner.other = outer;
  pipeline(
    inner,
    (chunks: AsyncIterable<Buffer>) => recorder.sent(chunks),
    socket,
    () => {},
  );
  pipeline(
    socket,
    (chunks: AsyncIterable<Buffer>) => recorder.received(chunks),
    inner,
    () => {},
  );
  return outer;
}

class DuplexEnd extends Duplex {
  other: DuplexEnd | undefined;
  override _read(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.other?.push(chunk);
    done();
  }
  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }
  setTimeout = () => this;
  setNoDelay = () => this;
  setKeepAlive = () => this;
  ref = () => this;
  unref = () => this;
}
