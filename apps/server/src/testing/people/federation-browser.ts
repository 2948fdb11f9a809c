import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import { startFederation, type StandInFederation } from '../../../demo/federation/federation.ts';
import type { DemoIdentity } from '../../../demo/federation/identities.ts';
import { readState } from '../../../demo/federation/kept-state.ts';
import type { Federation } from '../../platform/federation/federation.ts';
import { connectFederation } from '../../platform/federation/openid.ts';
import type { FederationSettings } from '../../platform/federation/settings.ts';
import { activationSteps } from './activation-steps.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

const publicUrl = 'https://safe.example';
const v1 = '/backend/api/v1';

type Fetch = NonNullable<NonNullable<Parameters<typeof connectFederation>[1]>['fetch']>;

type Options = {
  settings?: Partial<FederationSettings>;
  /** Comes between our server and the federation. */
  fetch?: Fetch;
};

export type FederatedTest = TestApp & {
  standIn: StandInFederation;
  steps: ReturnType<typeof activationSteps>;
  /** Someone who can sign in at the federation: by default, as every test owner is. */
  makePerson(given: Partial<DemoIdentity>): DemoIdentity;
  /** A token of the federation with other claims, signed again with the federation's own key. */
  signAgain(token: string, claims: object): Promise<string>;
};

/** The application beside the real stand-in, which listens on a port of its own. */
export async function createFederatedTest({ settings = {}, fetch }: Options = {}): Promise<FederatedTest> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'perenne-test-federation-'));
  const tell = () => undefined;
  const log = { info: tell, warn: tell, error: tell, debug: tell };
  const identities: DemoIdentity[] = [];
  const standIn = await startFederation({ identities, publicUrl, dataFolder, clock: { now: () => new Date() }, log });
  const { issuer, clientId, clientSecret } = standIn;
  const known: FederationSettings = {
    ...{ issuer, clientId, clientSecret, pkce: false, acr: 'eidas1', signature: 'ES256', ...settings },
  };
  const federation: Federation = connectFederation(known, { publicUrl, ...(fetch && { fetch }) });
  const test = await createTestApp({ federation, publicUrl });
  const close = async () => {
    await test.close();
    await standIn.stop();
    await rm(dataFolder, { recursive: true });
  };
  const makePerson = (given: Partial<DemoIdentity>) => {
    const login = `person-${identities.length}`;
    const person: DemoIdentity = {
      ...{ situation: 'unknown', login, password: `${login}-fc`, sub: `${'0123456789abcdef'.repeat(4)}${login}` },
      ...{ email: `${login}@example.org`, birthDate: '1988-04-12', firstName: 'Camille', lastName: 'Renaudin' },
      ...given,
    };
    identities.push(person);
    return person;
  };
  const signAgain = async (token: string, claims: object) => {
    const { key } = (await readState(dataFolder)) ?? {};
    const { alg = 'ES256', kid = '' } = decodeProtectedHeader(token);
    const signing = new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader({ alg, kid });
    return signing.sign(await importJWK({ ...key }, alg));
  };
  return { ...test, standIn, steps: activationSteps(test), makePerson, signAgain, close };
}

type Calling = { token?: string; body?: object; headers?: Record<string, string> };
type Login = { login: string; password: string };

/** A browser that keeps cookies, of our server and of the federation, and follows their answers. */
export class FederationBrowser {
  readonly #ours = new Map<string, string>();
  readonly #theirs = new Map<string, string>();
  readonly test: Pick<TestApp, 'app'>;

  constructor(test: Pick<TestApp, 'app'>) {
    this.test = test;
  }

  /** Calls our server. */
  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, { token, body, headers }: Calling = {}) {
    const answer = await this.test.app.inject({
      ...{ method, url: path.startsWith('/') ? path : `${v1}/${path}` },
      headers: {
        ...headers,
        cookie: written(this.#ours),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { payload: body }),
    });
    keep(this.#ours, [answer.headers['set-cookie'] ?? []].flat());
    return answer;
  }

  forgetOurCookies(): void {
    this.#ours.clear();
  }

  ourCookies(): string[] {
    return [...this.#ours.keys()];
  }

  /** The address where the page signs in. */
  async begin(): Promise<URL> {
    const answer = await this.call('GET', 'auth/franceconnect/init');
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return new URL(answer.json<{ config: { authorizationUrl: string } }>().config.authorizationUrl);
  }

  /** One request to the federation, its redirects not followed. */
  async visit(url: URL | string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: written(this.#theirs), accept: 'text/html' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    keep(this.#theirs, response.headers.getSetCookie());
    return response;
  }

  /** The page of the federation, filled in; the query that comes back to ours. */
  async answer(authorizationUrl: URL, form: Record<string, string>): Promise<URLSearchParams> {
    const page = locationOf(await this.visit(authorizationUrl), authorizationUrl);
    const resume = locationOf(await this.visit(page, form), page);
    return locationOf(await this.visit(resume), resume).searchParams;
  }

  signInThere = (authorizationUrl: URL, { login, password }: Login) =>
    this.answer(authorizationUrl, { login, password, answer: 'sign-in' });

  /** From our page to the federation's and back, up to what our page calls then. */
  async comeBack(person: Login): Promise<URLSearchParams> {
    return this.signInThere(await this.begin(), person);
  }

  finish = (query: URLSearchParams | Record<string, string>) =>
    this.call('GET', `auth/code?${new URLSearchParams(query).toString()}`);

  async signIn(person: Login) {
    return this.finish(await this.comeBack(person));
  }
}

export function locationOf(response: Response, base: URL | string): URL {
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${response.status} leads nowhere`);
  return new URL(location, base);
}

const written = (jar: Map<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

function keep(jar: Map<string, string>, setCookies: readonly string[]): void {
  for (const line of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}
