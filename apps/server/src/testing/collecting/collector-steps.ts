import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Collector } from '@perenne/contract/collectors';
import type { Behaviour } from '../../../demo/partner/accounts.ts';
import { startPartner, type StandInPartner } from '../../../demo/partner/partner.ts';
import { startDueRuns } from '../../domains/collectors/runs/start-due-runs.ts';
import type { CollectingOptions } from '../../platform/collecting/open-collecting.ts';
import { waitFor } from '../people/activation-steps.ts';
import { makeOwner, type TestOwner } from '../people/makers.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { testClock } from '../test-clock.ts';

/** The partner of the demonstration, by a clock of its own. */
export async function openPartner() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'perenne-partner-'));
  const clock = testClock();
  const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
  const partner = await startPartner({ dataFolder, clock, log });
  const close = async () => {
    await partner.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  return { ...partner, clock, close };
}
export type TestPartner = Awaited<ReturnType<typeof openPartner>>;

const v1 = '/backend/api/v1';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Someone who has collectors, at the partner of the demonstration. */
export class Collecting {
  readonly test: TestApp;
  readonly partner: Pick<StandInPartner, 'accounts'>;
  owner: TestOwner;

  constructor(test: TestApp, partner: Pick<StandInPartner, 'accounts'>, owner: TestOwner) {
    this.test = test;
    this.partner = partner;
    this.owner = owner;
  }

  static async make(test: TestApp, partner: Pick<StandInPartner, 'accounts'>): Promise<Collecting> {
    return new Collecting(test, partner, await makeOwner(test));
  }

  async call(method: Method, path: string, payload?: object) {
    const answer = await this.test.app.inject({
      ...{ method, url: `${v1}/${path}`, headers: this.owner.headers },
      ...(payload !== undefined && { payload }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json(), headers: answer.headers };
  }

  /** After the clock has gone beyond the hour of a token. */
  async signInAgain(): Promise<void> {
    const { email, password } = this.owner;
    const answer = await this.test.app.inject({ method: 'POST', url: `${v1}/login`, payload: { email, password } });
    this.owner = { ...this.owner, headers: { authorization: `Bearer ${String(answer.headers['set-authorization'])}` } };
  }

  /** Goes to an instant, and lets start what is due then. */
  async goTo(instant: string | null | undefined): Promise<void> {
    this.test.clock.set(new Date(new Date(instant ?? '').getTime() + 1_000));
    await this.signInAgain();
    await startDueRuns(this.test.platform);
  }

  credentialsOf(behaviour: Behaviour) {
    const account = this.partner.accounts.find((each) => each.behaviour === behaviour);
    if (!account) throw new Error(`no account ${behaviour}`);
    return { login: account.login, password: account.password };
  }

  codeOf(behaviour: Behaviour): string {
    return this.partner.accounts.find((each) => each.behaviour === behaviour)?.mfa ?? '';
  }

  create(behaviour: Behaviour, more: object = {}) {
    const credentials = this.credentialsOf(behaviour);
    const body = { agentId: 'lumen-energie', accountName: 'Électricité', credentials, authorised: true };
    return this.call('POST', 'collectors', { ...body, ...more });
  }

  /** Connects an account and gives the collector's identifier. */
  async connect(behaviour: Behaviour, more: object = {}): Promise<string> {
    const { status, body } = await this.create(behaviour, more);
    if (status !== 201) throw new Error(`the collector was not created: ${JSON.stringify(body)}`);
    return body.id as string;
  }

  async get(id: string): Promise<Collector> {
    return (await this.call('GET', `collectors/${id}`)).body as Collector;
  }

  /** The collector once it is as awaited. */
  async until(id: string, isIt: (collector: Collector) => boolean): Promise<Collector> {
    return waitFor(async () => {
      const collector = await this.get(id);
      return isIt(collector) ? collector : undefined;
    });
  }

  ended = (id: string) => this.until(id, ({ status }) => status !== 'SYNCHRONIZING');

  async documents() {
    const { body } = await this.call('GET', 'documents?limit=200');
    return body as { total: number; items: Array<Record<string, unknown> & { id: string; title: string }> };
  }

  async runs(id: string) {
    return (await this.call('GET', `collectors/${id}/runs`)).body.items as Array<{
      id: string;
      result: string;
      newDocuments: number;
      skipped: Array<{ title: string; code: string }>;
      endedAt: string | null;
    }>;
  }
}

type Offered = {
  identity: string;
  title: string;
  fileName: string;
  type?: string;
  date?: string;
  text?: string;
  raw?: string;
  bytes?: number;
  hangs?: boolean;
  stays?: boolean;
  fails?: boolean;
};

/** An account that offers these documents, by the collectors of tests. */
export const offering = (what: readonly Offered[], account = 'one') => ({
  ...{ agentId: 'offers', accountName: 'Un fournisseur', authorised: true },
  credentials: { account, what: JSON.stringify(what) },
});

/** Collectors of tests, in the place of those that are offered. */
export const testCollectors = fileURLToPath(new URL('../collectors', import.meta.url));

/** An application whose collectors reach that partner. */
export const collectingApp = (
  { standIn }: Pick<StandInPartner, 'standIn'>,
  options: Parameters<typeof createTestApp>[0] & { collecting?: Partial<CollectingOptions> } = {},
): Promise<TestApp> =>
  createTestApp({
    ...options,
    collecting: { local: { standIns: [standIn], loopbackPorts: [] }, ...options.collecting },
  });
