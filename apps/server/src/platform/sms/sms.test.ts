import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { fakeSms } from '../../testing/fakes/fake-sms.ts';
import { portOf } from '../../testing/instances/port-of.ts';
import { connectSmsGateway } from './gateway.ts';
import { smsSuite } from './sms.suite.ts';
import { SmsRefused, SmsUnavailable } from './sms.ts';

const received = z.object({ to: z.string(), from: z.string(), text: z.string() });

async function startGateway() {
  const messages: z.infer<typeof received>[] = [];
  const refused = new Set<string>();
  const headers: IncomingHttpHeaders[] = [];
  let forced: number | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      headers.push(request.headers);
      if (forced !== undefined) return response.writeHead(forced).end();
      if (request.headers.authorization !== 'Bearer token') return response.writeHead(401).end();
      if (request.method === 'HEAD') return response.writeHead(405).end();
      const body = received.parse(await json(request));
      if (refused.has(body.to)) return response.writeHead(422).end('no such number');
      messages.push(body);
      return response.writeHead(202).end('{}');
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/sms`,
    received: messages,
    refused,
    headers,
    answer: (status: number) => {
      forced = status;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

smsSuite('in memory', async () => {
  const sms = fakeSms();
  return {
    sms,
    received: () => sms.sent.map(({ to, text }) => ({ to, text })),
    refuse: sms.refuse,
    stopGateway: async () => sms.setDown(true),
    end: async () => {},
  };
});

smsSuite('HTTP gateway', async () => {
  const gateway = await startGateway();
  return {
    sms: connectSmsGateway({ url: gateway.url, token: 'token', sender: 'PERENNE' }),
    received: () => gateway.received.map(({ to, text }) => ({ to, text })),
    refuse: (number) => gateway.refused.add(number),
    stopGateway: gateway.stop,
    end: gateway.stop,
  };
});

it('names its sender and lets the gateway tell a repetition', async () => {
  const gateway = await startGateway();
  const sms = connectSmsGateway({ url: gateway.url, token: 'token', sender: 'PERENNE' });
  await sms.send({ id: '0199-1', to: '+33612345678', text: 'Bonjour' });
  expect(gateway.received).toEqual([{ to: '+33612345678', from: 'PERENNE', text: 'Bonjour' }]);
  expect(gateway.headers[0]?.['idempotency-key']).toBe('0199-1');
  await gateway.stop();
});

it('comes back later for a gateway that is busy, broken, moved, or does not know us', async () => {
  const gateway = await startGateway();
  const message = { to: '+33612345678', text: 'Bonjour' };
  const stranger = connectSmsGateway({ url: gateway.url, token: 'wrong', sender: 'PERENNE' });
  await expect(stranger.send(message)).rejects.toBeInstanceOf(SmsUnavailable);
  await expect(stranger.check()).rejects.toBeInstanceOf(SmsUnavailable);
  const sms = connectSmsGateway({ url: gateway.url, token: 'token', sender: 'PERENNE' });
  for (const status of [302, 429, 500, 503]) {
    gateway.answer(status);
    await expect(sms.send(message)).rejects.toBeInstanceOf(SmsUnavailable);
  }
  gateway.answer(400);
  await expect(sms.send(message)).rejects.toBeInstanceOf(SmsRefused);
  await gateway.stop();
});

it.each(['http://sms.example.org', 'ftp://127.0.0.1', 'nonsense'])('never sends its token to %j', (url) => {
  expect(() => connectSmsGateway({ url, token: 'token', sender: 'PERENNE' })).toThrow('SMS_URL');
});
