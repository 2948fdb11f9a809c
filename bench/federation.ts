import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { z } from 'zod';
import { linkedIdentity } from '../apps/server/demo/federation/identities.ts';
import { CookieClient } from './cookie-client.ts';
import { makeFolder, removeFolder, startInstance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const signIns = 40;

/**
 * Sign-ins through the federation, all redirects, beside what the stand-in alone takes of them: the same
 * pages, and a client that takes the answers and checks nothing.
 */
export async function measureFederation(): Promise<Measure[]> {
  const folder = await makeFolder();
  const instance = await startInstance(folder);
  const bare = await startStandIn();
  try {
    const [ours, limit]: [number[], number[]] = [[], []];
    const product = () => signInToProduct(instance.url);
    const alone = () => signInAlone(bare);
    await timeOf(product);
    await timeOf(alone);
    for (let round = 0; round < rounds; round++) {
      ours.push(await timeOf(product));
      limit.push(await timeOf(alone));
    }
    return [{ name: 'federated sign-in, all redirects', unit: 'ms', promise: { atMost: 3 }, ours, limit }];
  } finally {
    await bare.stop();
    await instance.stop();
    await removeFolder(folder);
  }
}

/** Milliseconds a sign-in, one after the other. */
async function timeOf(signIn: () => Promise<void>): Promise<number> {
  const started = performance.now();
  for (let count = 0; count < signIns; count++) await signIn();
  return (performance.now() - started) / signIns;
}

const initAnswer = z.object({ config: z.object({ authorizationUrl: z.string() }) });
const codeAnswer = z.object({ user: z.object({ userToken: z.string() }) });

async function signInToProduct(url: string): Promise<void> {
  const client = new CookieClient();
  const begun = await client.get(`${url}/backend/api/v1/auth/franceconnect/init`);
  const { authorizationUrl } = initAnswer.parse(JSON.parse(begun.text)).config;
  const query = await answerAt(client, authorizationUrl);
  const finished = await client.get(`${url}/backend/api/v1/auth/code?${query.toString()}`);
  codeAnswer.parse(JSON.parse(finished.text));
  client.close();
}

/** From the first redirect to the last; the query that comes back. */
async function answerAt(client: CookieClient, authorizationUrl: string): Promise<URLSearchParams> {
  const page = await client.get(authorizationUrl);
  await client.get(page.location);
  const { login, password } = linkedIdentity;
  const resume = await client.post(page.location, { login, password, answer: 'sign-in' });
  const back = await client.get(resume.location);
  return new URL(back.location).searchParams;
}

const told = z.object({ issuer: z.string(), clientId: z.string(), clientSecret: z.string() });
type StandIn = z.output<typeof told> & { stop(): Promise<void> };

async function startStandIn(): Promise<StandIn> {
  const process_ = spawn(process.execPath, ['bench/bare/federation.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(process_.stdout, 'data');
  return {
    ...told.parse(JSON.parse(String(line))),
    stop: async () => {
      process_.kill('SIGTERM');
      await once(process_, 'exit');
    },
  };
}

const redirectUri = 'http://localhost:3000/france-connect';

async function signInAlone({ issuer, clientId, clientSecret }: StandIn): Promise<void> {
  const client = new CookieClient();
  const asked = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', acr_values: 'eidas1' },
    ...{ scope: 'openid given_name family_name birthdate email' },
    ...{ state: randomBytes(32).toString('base64url'), nonce: randomBytes(32).toString('base64url') },
  });
  const query = await answerAt(client, `${issuer}/authorize?${asked.toString()}`);
  const tokens = await client.post(`${issuer}/token`, {
    ...{ grant_type: 'authorization_code', code: String(query.get('code')), redirect_uri: redirectUri },
    ...{ client_id: clientId, client_secret: clientSecret },
  });
  const { access_token: accessToken } = z.object({ access_token: z.string() }).parse(JSON.parse(tokens.text));
  await client.get(`${issuer}/userinfo`, { authorization: `Bearer ${accessToken}` });
  client.close();
}
