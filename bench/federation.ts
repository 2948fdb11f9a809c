import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { linkedIdentity } from '../apps/server/demo/federation/identities.ts';
import { CookieClient } from './cookie-client.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import { median, type Measure } from './measure.ts';

const rounds = 5;
const signIns = 40;

/**
 * Sign-ins through the federation, all redirects, beside the share that the stand-in has in them: the same
 * pages of the same process, and a client that takes the answers and checks nothing.
 */
export async function measureFederation(): Promise<Measure[]> {
  const folder = await makeFolder();
  const instance = await startInstance(folder);
  const standIn = await readStandIn(instance);
  try {
    const [ours, limit]: [number[], number[]] = [[], []];
    const product = () => signInToProduct(instance.url);
    const alone = () => signInAlone(standIn);
    await timesOf([product, alone]);
    for (let round = 0; round < rounds; round++) {
      const [of = Number.NaN, bareOf = Number.NaN] = await timesOf([product, alone]);
      ours.push(of);
      limit.push(bareOf);
    }
    return [{ name: 'federated sign-in, all redirects', unit: 'ms', promise: { atMost: 3 }, ours, limit }];
  } finally {
    await instance.stop();
    await removeFolder(folder);
  }
}

/** Medians in milliseconds, in turns: what else the machine does falls on both. */
async function timesOf(ways: ReadonlyArray<() => Promise<void>>): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let count = 0; count < signIns; count++)
    for (const [index, signIn] of ways.entries()) {
      const started = performance.now();
      await signIn();
      times[index]?.push(performance.now() - started);
    }
  return times.map(median);
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

type StandIn = { issuer: string; clientSecret: string; redirectUri: string };

const keptState = z.object({ port: z.int(), clientSecret: z.string() });

async function readStandIn({ dataFolder, url }: Instance): Promise<StandIn> {
  const kept = await readFile(join(dataFolder, 'demo-federation.json'), 'utf8');
  const { port, clientSecret } = keptState.parse(JSON.parse(kept));
  const issuer = `http://127.0.0.1:${port}/api/v2`;
  return { issuer, clientSecret, redirectUri: `http://localhost:${new URL(url).port}/france-connect` };
}

async function signInAlone({ issuer, clientSecret, redirectUri }: StandIn): Promise<void> {
  const client = new CookieClient();
  const asked = new URLSearchParams({
    ...{ client_id: 'perenne', redirect_uri: redirectUri, response_type: 'code', acr_values: 'eidas1' },
    ...{ scope: 'openid given_name family_name birthdate email' },
    ...{ state: randomBytes(32).toString('base64url'), nonce: randomBytes(32).toString('base64url') },
  });
  const query = await answerAt(client, `${issuer}/authorize?${asked.toString()}`);
  const tokens = await client.post(`${issuer}/token`, {
    ...{ grant_type: 'authorization_code', code: String(query.get('code')), redirect_uri: redirectUri },
    ...{ client_id: 'perenne', client_secret: clientSecret },
  });
  const { access_token: accessToken } = z.object({ access_token: z.string() }).parse(JSON.parse(tokens.text));
  await client.get(`${issuer}/userinfo`, { authorization: `Bearer ${accessToken}` });
  client.close();
}
