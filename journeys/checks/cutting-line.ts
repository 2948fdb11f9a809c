import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pace } from './pace.ts';

const readMs = 50;

/** A line to the product that breaks on demand. */
export class CuttingLine {
  readonly url: string;
  /** The requests since the last cut was ordered, in order: the path, and from which byte on. */
  readonly asked: { path: string; range: string | undefined }[] = [];
  readonly #server: ReturnType<typeof createServer>;
  #cut: { path: string; bytes: number } | undefined;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  static async open(target: string): Promise<CuttingLine> {
    const server = createServer();
    server.listen(0);
    await once(server, 'listening');
    const line = new CuttingLine(server);
    server.on('request', (asked, answer) => line.#pass(new URL(target), asked, answer));
    return line;
  }

  /** The next answer under this path breaks off after so many bytes. */
  cutNext(path: string, bytes: number): void {
    this.#cut = { path, bytes };
    this.asked.length = 0;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #pass({ hostname, port }: URL, asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? '';
    this.asked.push({ path, range: asked.headers.range });
    const cut = this.#cut && path.includes(this.#cut.path) ? this.#cut : undefined;
    if (cut) this.#cut = undefined;
    const { method, headers } = asked;
    const passing = request({ hostname, port, path, method, headers }, (coming) => {
      answer.writeHead(coming.statusCode ?? 502, coming.headers);
      let left = cut?.bytes ?? Number.POSITIVE_INFINITY;
      coming.on('data', (chunk: Buffer) => {
        if (left > 0) answer.write(chunk.subarray(0, left));
        left -= chunk.length;
        // The written bytes have come, and the page has read them, before the line breaks.
        if (left <= 0) setTimeout(() => answer.destroy(), readMs * pace);
      });
      coming.on('end', () => left > 0 && answer.end());
    });
    passing.on('error', () => answer.destroy());
    answer.on('close', () => passing.destroy());
    asked.pipe(passing);
  }
}
