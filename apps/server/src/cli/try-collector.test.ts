import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Behaviour } from '../../demo/partner/accounts.ts';
import { openPartner, type TestPartner } from '../testing/collecting/collector-steps.ts';
import { runCommand } from './run-command.ts';

async function perenne(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await runCommand(args, {
    out: { write: (text) => (said.out += text) },
    err: { write: (text) => (said.err += text) },
    environment: {},
  });
  return { code, ...said };
}

let partner: TestPartner;
let folder: string;
beforeAll(async () => {
  partner = await openPartner();
  folder = await mkdtemp(path.join(tmpdir(), 'perenne-try-'));
});
afterAll(async () => {
  await partner.close();
  await rm(folder, { recursive: true, force: true });
});

const host = 'www.lumen-energie.example';
const visit = (login: string, password: string, ...more: string[]) =>
  perenne(
    ...['collectors', 'try', 'lumen-energie', '--set', `login=${login}`, '--set', `password=${password}`],
    ...['--stand-in', `${host}=${partner.standIn.isAt}`, ...more],
  );

function accountOf(behaviour: Behaviour) {
  const account = partner.accounts.find((each) => each.behaviour === behaviour);
  if (!account) throw new Error(`no account ${behaviour}`);
  return account;
}

describe('perenne collectors try, with a stand-in', () => {
  it('lists, saves and records the documents', async () => {
    const { login, password } = accountOf('invoices');
    const [saved, tape] = [path.join(folder, 'saved'), path.join(folder, 'one.tape.json')];
    const tried = await visit(login, password, '--save', saved, '--record', tape);
    expect(tried).toMatchObject({ code: 0, err: '' });
    const files = await readdir(saved);
    expect(files.length).toBe(24);
    expect(tried.out).toMatch(/ {2}\d+ bytes {2}FACTA {2}20\d\d-\d\d-\d\d\n/);
    expect(tried.out).toContain(`Documents: ${files.length}.\n`);
    expect(await readFile(tape, 'utf8')).not.toContain(password);
  });

  it('gives the author the code of what failed and its place', async () => {
    const { login } = accountOf('invoices');
    const tried = await visit(login, 'wrong');
    expect(tried).toMatchObject({ code: 1, out: '' });
    expect(tried.err).toMatch(/CollectingError: CREDENTIALS_INVALID\n +at requireWelcome/);
    expect(tried.err).toMatch(/The run was stopped: CREDENTIALS_INVALID \(at lumen-energie\/collect\.ts:\d+:\d+\)\./);
  });
});

describe('perenne collectors try, misunderstood', () => {
  const filled = ['--set', 'login=x', '--set', 'password=CANARY-90'];
  it.each([
    [['--set', 'password=CANARY-90', '--set', 'logn=x'], 'no field logn: its fields are login, password.'],
    [['--set', 'CANARY-90'], '--set needs FIELD=VALUE'],
    [[...filled, '--since', 'yesterday'], 'a day such as 2026-01-31'],
    [[...filled, '--since', '2026-02-30'], 'a day such as 2026-01-31'],
    [[...filled, '--loopback', 'http'], 'a port from 1 to 65535'],
    [[...filled, '--stand-in', `${host}=70000`], 'a port from 1 to 65535'],
    [[...filled, '--stand-in', 'www.lumen.example=8080'], `give --stand-in ${host}=PORT.`],
    [filled, 'exists in demonstrations alone: give --stand-in HOST=PORT.'],
  ])('%s', async (options, sentence) => {
    const tried = await perenne('collectors', 'try', 'lumen-energie', ...options);
    expect(tried).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
    expect(tried.err).not.toContain('CANARY');
  });
});
