import { createServer } from 'node:http';
import type { JWK } from 'oidc-provider';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { Log } from '../../src/platform/log.ts';
import { portOf } from '../inbox/smtp-receiver.ts';
import { close, listen } from '../listening.ts';
import { demoIdentities, type DemoIdentity } from './identities.ts';
import { newSecrets, readState, writeState } from './kept-state.ts';
import { basePath, makeProvider } from './provider.ts';
import { serveSite } from './site.ts';

export type StandInFederation = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  stop(): Promise<void>;
};

type Options = {
  /** The application's address: its sign-ins and sign-outs come back there. */
  publicUrl: string;
  dataFolder: string;
  /** The people who can sign in. Default: those of the demonstration. */
  identities?: readonly DemoIdentity[];
  /** Its codes and tokens live by it, and are judged by the machine’s own time elsewhere. */
  clock: Clock;
  log: Log;
};

/**
 * Stands in for FranceConnect v2 in the demonstration, on this machine only, and as strict. It keeps
 * its port and its keys: what was linked with it stays linked.
 */
export async function startFederation(options: Options): Promise<StandInFederation> {
  const { publicUrl, dataFolder, identities = demoIdentities, clock, log } = options;
  const before = await readState(dataFolder);
  const server = createServer();
  await listen(server, before?.port ?? 0);
  const port = portOf(server.address());
  const { key, clientSecret, cookieKey } = before ?? (await newSecrets());
  await writeState(dataFolder, { port, key, clientSecret, cookieKey });
  const issuer = `http://127.0.0.1:${port}${basePath}`;
  const client = {
    clientId: 'perenne',
    clientSecret,
    redirectUri: new URL('/france-connect', publicUrl).href,
    postLogoutRedirectUri: new URL('/login', publicUrl).href,
  };
  const keys = { jwks: { keys: [key as unknown as JWK] }, cookieKey };
  const provider = makeProvider({ issuer, client, keys, identities, clock });
  serveSite(server, { provider, identities, clientOrigin: new URL(publicUrl).origin, log });
  return { issuer, clientId: client.clientId, clientSecret, stop: () => close(server) };
}
