import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { Log } from '../../src/platform/log.ts';
import { portOf } from '../inbox/smtp-receiver.ts';
import { close, listen } from '../listening.ts';
import type { Authority } from './authority.ts';
import { readAuthority, writeAuthority } from './kept-authority.ts';

export type StandInAuthority = {
  url: string;
  /** The roots that vouch for what it stamps and has stamped, in PEM. */
  ca: string;
  stop(): Promise<void>;
};

type Options = { dataFolder: string; clock: Clock; log: Log };

/** A demonstration whose clock is moved by 50 years goes on. */
const yearsOfLife = 60;

/**
 * Stands in for an RFC 3161 authority in the demonstration, on this machine only. It keeps its port and its keys: what
 * it stamped stays stamped.
 */
export async function startTimestampAuthority({ dataFolder, clock, log }: Options): Promise<StandInAuthority> {
  const before = await readAuthority(dataFolder);
  const server = createServer();
  await listen(server, before?.port ?? 0);
  const port = portOf(server.address());
  const isGood = before !== null && isWithin(before.authority, clock.now());
  const formerRoots = before ? [...before.formerRoots, ...(isGood ? [] : [before.authority.root.toString()])] : [];
  const authority = isGood ? before.authority : await newAuthority(clock.now());
  await writeAuthority(dataFolder, { port, authority, formerRoots });
  server.on('request', (request, response) => {
    answer(authority, clock, { request, response }).catch((error: unknown) => {
      log.error({ err: error }, 'the demonstration’s timestamp authority failed');
      response.writeHead(500).end();
    });
  });
  const ca = [authority.root.toString(), ...formerRoots].join('');
  return { url: `http://127.0.0.1:${port}/`, ca, stop: () => close(server) };
}

const isWithin = ({ certificate }: Authority, now: Date): boolean =>
  certificate.validFromDate <= now && now < certificate.validToDate;

/** The root's key is kept nowhere: it never signs again. */
async function newAuthority(now: Date): Promise<Authority> {
  const to = new Date(now);
  to.setUTCFullYear(to.getUTCFullYear() + yearsOfLife);
  // The certificate library takes a fifth of a second: starts that find certificates do without.
  const { makeAuthority, makeRoot } = await import('./authority.ts');
  return makeAuthority(makeRoot({ from: now, to }), { from: now, to });
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

async function answer(authority: Authority, clock: Clock, { request, response }: Exchange): Promise<void> {
  if (request.method !== 'POST' || request.headers['content-type'] !== 'application/timestamp-query') {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('Send a TimeStampReq (RFC 3161) by POST.\n');
    return;
  }
  const { answerRequest } = await import('./answer.ts');
  const reply = await answerRequest(authority, await buffer(request), clock.now());
  response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
}
