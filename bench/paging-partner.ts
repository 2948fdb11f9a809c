import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import * as pages from '../apps/server/demo/partner/pages.ts';
import { makeFile, renumbered } from './client.ts';

const pageSize = 10;
const fileBytes = 100_000;

/**
 * A supplier's site as its collector knows it, whose accounts are called after what they have: `5000@` as many invoices.
 * Each answer takes so long.
 */
export async function startPagingPartner(delayMs: number) {
  const content = makeFile(fileBytes, 0);
  const counts = { answers: 0 };
  const loginOf = ({ headers }: IncomingMessage) => /login=(\d+)/.exec(headers.cookie ?? '')?.[1] ?? '0';
  const server = createServer((request, response) => {
    const answer = async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://partner.invalid');
      const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : null;
      await wait(delayMs);
      counts.answers += 1;
      if (form) {
        const cookie = `login=${/^\d+/.exec(form.get('login') ?? '')?.[0] ?? 0}; Path=/`;
        return response.writeHead(303, { location: '/bienvenue', 'set-cookie': cookie }).end();
      }
      if (pathname.endsWith('.pdf'))
        return response.end(Buffer.concat(renumbered(content, Number(/\d+/.exec(pathname)))));
      const count = Number(loginOf(request));
      return response.end(pageAt(pathname, { count, page: Number(searchParams.get('page') ?? 1) }));
    };
    answer().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const isAt = (server.address() as AddressInfo).port;
  return {
    counts,
    local: { standIns: [{ host: 'www.lumen-energie.example', port: 443, isAt }], loopbackPorts: [] },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pageAt(pathname: string, { count, page }: { count: number; page: number }): string {
  if (pathname === '/connexion') return pages.signInPage('x', null);
  if (pathname === '/bienvenue') return pages.welcomePage();
  const first = (page - 1) * pageSize;
  const invoices = Array.from({ length: Math.max(0, Math.min(pageSize, count - first)) }, (_, at) => ({
    ...{ number: String(count - first - at), date: '2026-10-18', period: '2026-10', cents: 9_626 },
  }));
  return pages.invoicesPage({ invoices, next: first + pageSize < count ? page + 1 : null, total: count });
}
