import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  Collecting,
  collectingApp,
  openPartner,
  type TestPartner,
} from '../../../testing/collecting/collector-steps.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { freePort } from '../../../testing/instances/free-port.ts';
import { startDueRuns } from '../runs/start-due-runs.ts';
import { setAgentStatus } from './operator.ts';

const quarter = 15 * 60_000 + 1_000;

let partner: TestPartner;
let test: TestApp;
/** An address of this machine at which nobody listens. */
let deadPort: number;
beforeEach(async () => {
  partner = await openPartner();
  deadPort = await freePort();
  test = await collectingApp(partner, {
    collecting: { local: { standIns: [partner.standIn], loopbackPorts: [deadPort] } },
  });
  await test.startWorker();
});
afterEach(async () => {
  await test.close();
  await partner.close();
});

const someone = () => Collecting.make(test, partner);
const agentOf = async (who: Collecting, agentId = 'lumen-energie') => {
  const { items } = (await who.call('GET', 'collectors/agents')).body as {
    items: Array<{ id: string; status: string; statusSince: string }>;
  };
  return items.find(({ id }) => id === agentId);
};
/** Since when it is as it is, which is never later than now. */
const sinceOf = async (who: Collecting): Promise<number> => {
  const since = new Date((await agentOf(who))?.statusSince ?? '').getTime();
  expect(since).toBeLessThanOrEqual(test.clock.now().getTime());
  return since;
};
const failing = async () => {
  const who = await someone();
  const id = await who.connect('down');
  await who.ended(id);
  return { who, id };
};
/** The next trial is for one that failed least often in a row. */
const setFailures = (id: string, failures: number) =>
  test.platform.db.updateTable('collectors').set({ failures }).where('collector_id', '=', id).execute();

describe('a partner that fails for everybody', () => {
  it('is stopped by the fifth collector, and set going again by the first trial that passes', async () => {
    const working = await someone();
    const workingId = await working.connect('empty');
    await working.ended(workingId);
    const down = [];
    for (let count = 0; count < 4; count += 1) down.push(await failing());
    expect((await agentOf(working))?.status).toBe('RUNNING');
    const before = test.clock.now();
    down.push(await failing());
    expect((await agentOf(working))?.status).toBe('UNAVAILABLE');
    expect(await sinceOf(working)).toBeGreaterThanOrEqual(before.getTime());
    expect((await (await someone()).create('invoices')).body.errors).toEqual([{ code: 'AgentUnavailable' }]);

    // Nobody is asked meanwhile, and the trial that fails changes nothing.
    const [first] = down;
    await setFailures(workingId, 9);
    await setFailures(first?.id ?? '', 0);
    test.clock.advance(quarter);
    expect(await startDueRuns(test.platform)).toBe(1);
    await expect.poll(async () => (await first?.who.runs(first.id))?.length).toBe(2);
    await first?.who.ended(first.id);
    expect(await startDueRuns(test.platform)).toBe(0);
    await working.signInAgain();
    expect((await agentOf(working))?.status).toBe('UNAVAILABLE');

    // Its own time is at night, after those of all that failed.
    await setFailures(workingId, 0);
    test.clock.advance(quarter);
    expect(await startDueRuns(test.platform)).toBe(1);
    const tried = test.clock.now().getTime();
    await working.until(workingId, ({ agent }) => agent.status === 'RUNNING');
    expect(await sinceOf(working)).toBeGreaterThanOrEqual(tried - 1_000);
    expect((await (await someone()).create('invoices')).status).toBe(201);
  });

  it('is none where the collectors of one safe fail, among those of others that have not', async () => {
    const { who, id } = await failing();
    for (let count = 0; count < 5; count += 1) {
      const { alert } = await who.get(id);
      await who.goTo(alert?.retryAt);
      await who.until(id, (collector) => collector.alert?.since !== alert?.since && collector.status === 'ENABLED');
    }
    expect((await agentOf(who))?.status).toBe('RUNNING');
  });
});

describe('a partner that failed, and has no collector left to try it', () => {
  it('is tried by the next owner who connects to it', async () => {
    const downs: Array<Awaited<ReturnType<typeof failing>>> = [];
    for (let count = 0; count < 5; count += 1) downs.push(await failing());
    expect((await agentOf(await someone()))?.status).toBe('UNAVAILABLE');
    for (const { who, id } of downs) expect((await who.call('DELETE', `collectors/${id}`)).status).toBe(204);
    test.clock.advance(quarter);
    expect(await startDueRuns(test.platform)).toBe(0);
    const next = await someone();
    expect((await agentOf(next))?.status).toBe('UNKNOWN');
    const id = await next.connect('invoices');
    await next.ended(id);
    expect((await agentOf(next))?.status).toBe('RUNNING');
    expect((await (await someone()).create('empty')).status).toBe(201);
  });
});

describe('an agent whose host its owners type', () => {
  const dead = async (who: Collecting, login: string) => {
    const credentials = { host: '127.0.0.1', port: deadPort, login, password: 'Une bonne phrase' };
    const { body } = await who.call('POST', 'collectors', {
      ...{ agentId: 'sftp', accountName: login, authorised: true, credentials },
    });
    return who.ended(body.id);
  };

  it('goes on for everybody, however many hosts do not answer', async () => {
    const [one, other] = [await someone(), await someone()];
    for (const login of ['a', 'b', 'c', 'd', 'e'])
      for (const who of [one, other]) expect((await dead(who, login)).alert?.code).toBe('AGENT_UNAVAILABLE');
    expect((await agentOf(one, 'sftp'))?.status).toBe('RUNNING');
  });

  it('goes on again with its first trial where a release before this one had stopped it', async () => {
    const who = await someone();
    const { id } = await dead(who, 'a');
    await test.platform.db
      .updateTable('collector_agents')
      .set({ broken_since: test.clock.now(), trial_at: test.clock.now() })
      .where('agent_id', '=', 'sftp')
      .execute();
    expect((await agentOf(who, 'sftp'))?.status).toBe('UNAVAILABLE');
    expect(await startDueRuns(test.platform)).toBe(1);
    await who.ended(id);
    expect((await agentOf(who, 'sftp'))?.status).toBe('RUNNING');
  });
});

describe('an agent that its operator has stopped', () => {
  it('is asked by no collector, which keeps its documents, and by each one again once it runs', async () => {
    const who = await someone();
    const id = await who.connect('one-more-each-time');
    let ended = await who.ended(id);
    for (const word of ['ZOMBIE', 'IN_MAINTENANCE', 'UNAVAILABLE'] as const) {
      const documents = ended.collectedDocuments;
      const before = test.clock.now().getTime();
      await setAgentStatus(test.platform, 'lumen-energie', word);
      const stopped = await sinceOf(who);
      expect([stopped >= before, (await agentOf(who))?.status]).toEqual([true, word]);

      test.clock.set(new Date(new Date(ended.nextSynchronisationAt ?? '').getTime() + 1_000));
      await who.signInAgain();
      expect(await startDueRuns(test.platform)).toBe(0);
      expect([await who.get(id), await sinceOf(who)]).toEqual([
        { ...ended, agent: { ...ended.agent, status: word }, nextSynchronisationAt: null },
        stopped,
      ]);
      expect((await who.documents()).total).toBe(documents);

      const runsAgain = test.clock.now().getTime();
      await setAgentStatus(test.platform, 'lumen-energie', 'RUNNING');
      expect(await sinceOf(who)).toBeGreaterThanOrEqual(runsAgain);
      expect(await startDueRuns(test.platform)).toBe(1);
      ended = await who.ended(id);
      expect(ended).toMatchObject({ status: 'ENABLED', alert: null, collectedDocuments: documents + 1 });
    }
  });
});

describe('a collector whose agent is closed', () => {
  it('shows no time that has passed as its next try, and its own again once the agent is open', async () => {
    const { who, id } = await failing();
    const { alert, nextSynchronisationAt } = await who.get(id);
    await setAgentStatus(test.platform, 'lumen-energie', 'UNAVAILABLE');
    expect(await who.get(id)).toMatchObject({ alert, nextSynchronisationAt });
    test.clock.set(new Date(new Date(alert?.retryAt ?? '').getTime() + 1_000));
    await who.signInAgain();
    const late = await who.get(id);
    expect([late.alert, late.nextSynchronisationAt]).toEqual([
      { code: 'AGENT_UNAVAILABLE', since: alert?.since },
      null,
    ]);
    await setAgentStatus(test.platform, 'lumen-energie', 'RUNNING');
    expect(await who.get(id)).toMatchObject({ alert, nextSynchronisationAt });
  });
});

describe('an agent of which nothing was heard for 48 hours', () => {
  it('is unknown, until one of its collectors has run', async () => {
    const who = await someone();
    const id = await who.connect('empty');
    await who.ended(id);
    test.clock.advance(48 * 3_600_000);
    await who.signInAgain();
    expect((await agentOf(who))?.status).toBe('UNKNOWN');
    expect((await who.call('POST', `collectors/${id}/synchronise`)).status).toBe(200);
    await who.ended(id);
    expect((await agentOf(who))?.status).toBe('RUNNING');
  });
});
