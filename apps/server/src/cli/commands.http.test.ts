import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDigestEnds } from '../domains/evidence/renewal/renewals.store.ts';
import { Depositor, october } from '../testing/people/depositor.ts';
import { makeOwner, makePdf } from '../testing/people/makers.ts';
import { portOf } from '../testing/instances/port-of.ts';
import { secondFactorSteps } from '../testing/people/second-factor-steps.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { runCommand } from './run-command.ts';

let test: TestApp;
let from: Depositor;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  test = await createTestApp();
  from = await Depositor.make(test);
  folder = await mkdtemp(join(tmpdir(), 'perenne-cli-'));
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  environment = {
    PERENNE_URL: `http://127.0.0.1:${portOf(test.app.server)}/`,
    PERENNE_CLIENT_ID: from.employer.clientId,
    PERENNE_CLIENT_SECRET: from.employer.clientSecret,
  };
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function perenne(args: string[], env: NodeJS.ProcessEnv = environment) {
  const told = { out: '', err: '' };
  const code = await runCommand(args, {
    out: { write: (text) => (told.out += text) },
    err: { write: (text) => (told.err += text) },
    environment: env,
  });
  const lines = () =>
    told.out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, ...told, lines };
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const operator = () => ({
  PERENNE_DATA: test.dataFolder,
  DATABASE_URL: test.database.ownerUrl,
  DATABASE_APP_URL: test.database.appUrl,
});

describe('perenne evidence', () => {
  it('renews what is due, and says how much that was', async () => {
    const said = { code: 0, out: 'No record needs to be renewed yet.\n', err: '' };
    expect(await perenne(['evidence', 'renew'], operator())).toMatchObject(said);
  });

  it('keeps the day on which a digest ends, where that one is to come', async () => {
    expect(await perenne(['evidence', 'retire', 'SHA-256', '2090-12-31'], operator())).toMatchObject({
      code: 0,
      out: 'SHA-256 is relied on until 2090-12-31. What rests on it is renewed from a year before that day on.\n',
    });
    expect(await perenne(['evidence', 'retire', 'SHA-256', '2020-12-31'], operator())).toMatchObject({
      code: 1,
      err: 'The date is past: what rests on the digest could be renewed no more.\n',
    });
    const ends = new Map([['SHA-256', new Date('2090-12-31T00:00:00Z')]]);
    expect(await readDigestEnds(test.platform.db)).toEqual(ends);
  });
});

describe('perenne account remove-second-factor', () => {
  const remove = (email: string, ...args: string[]) =>
    perenne(['account', 'remove-second-factor', '--email', email, ...args], operator());

  it('takes two operators: the first is shown a code, another one confirms with it', async () => {
    const { owner } = await secondFactorSteps(test).makeProtected();
    const asked = await remove(owner.email, '--operator', 'Ada Martin');
    const [, code = ''] = /^Code for the second operator, valid for 24 hours: (\d{8})\n$/.exec(asked.out) ?? [];
    expect(asked).toMatchObject({ code: 0, out: expect.stringContaining(code) });
    expect(await remove(owner.email, '--operator', 'ada martin', '--code', code)).toMatchObject({
      code: 1,
      err: 'Another operator than the first must confirm.\n',
    });
    expect(await remove(owner.email, '--operator', 'Bilal Roche', '--code', code)).toMatchObject({
      code: 0,
      out: 'Confirmed. The owner gets a mail; the second factor goes 72 hours after it.\n',
    });
    expect(await remove(owner.email, '--operator', 'Bilal Roche', '--code', code)).toMatchObject({
      code: 1,
      err: 'Nobody has asked for this removal in the last 24 hours, or it is confirmed already.\n',
    });
  });

  it('names why it did nothing', async () => {
    const owner = await makeOwner(test);
    const failed = (err: string) => ({ code: 1, out: '', err });
    expect(await remove('nobody@example.org', '--operator', 'Ada')).toMatchObject(
      failed('No account has this address.\n'),
    );
    expect(await remove(owner.email, '--operator', 'Ada')).toMatchObject(
      failed('This account has no second factor.\n'),
    );
    expect(await remove(owner.email)).toMatchObject({ code: 2, err: expect.stringContaining('--operator is missing') });
    expect(await remove(owner.email, '--operator', 'Ada', 'now')).toMatchObject({ code: 2 });
  });
});

describe('perenne', () => {
  it('explains itself', async () => {
    const { code, out } = await perenne(['--help']);
    expect(code).toBe(0);
    for (const word of [
      'employer create',
      'employer list',
      'employees import',
      'evidence verify',
      'evidence renew',
      'evidence retire',
      'deposit --manifest',
      'Exit codes',
    ])
      expect(out).toContain(word);
    expect(await perenne(['deposit', '--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--period') });
    expect(await perenne([])).toMatchObject({ code: 2 });
  });

  it('lists the commands that begin with a word, where it stands alone', async () => {
    const { code, out, err } = await perenne(['evidence']);
    expect([code, err]).toEqual([2, '']);
    for (const word of ['evidence verify', 'evidence renew', 'evidence retire']) expect(out).toContain(word);
    expect(out).not.toContain('employer create');
    expect(await perenne(['evidence', '--help'])).toMatchObject({ code: 0, out });
  });

  it.each([
    [['employ'], 'There is no command “employ”.'],
    [['deposit', '--colour', 'red'], "Unknown option '--colour'"],
    [['deposit', 'a.pdf'], '--employee is missing.'],
    [['deposit', '--employee', '1', '--type', 'PAYE', '--title', 'x'], 'One file is needed.'],
    [['deposit', '--manifest', 'm.csv'], '--folder is missing.'],
    [['evidence', 'retire', 'SHA-1', '2040-12-31'], 'A digest (SHA-256, SHA-384 or SHA-512) and a day'],
    [['evidence', 'retire', 'SHA-256', '2040-02-31'], 'A digest (SHA-256, SHA-384 or SHA-512) and a day'],
    [['employees', 'import'], 'One file is needed.'],
    [['employer', 'create'], '--name is missing.'],
  ])('tells what it does not understand in %j', async (args, sentence) => {
    const { code, err, out } = await perenne(args);
    expect(code).toBe(2);
    expect(err.split('\n')[0]).toContain(sentence);
    expect(out).toBe('');
  });

  it('tells in one sentence what is missing or does not answer, without its secret', async () => {
    const path = await file('one.ndjson', '{}');
    const secret = from.employer.clientSecret;
    const failing = [
      await perenne(['employees', 'import', path], { PERENNE_CLIENT_ID: 'x' }),
      await perenne(['employees', 'import', path], { ...environment, PERENNE_URL: 'http://127.0.0.1:1' }),
      await perenne(['employees', 'import', path], { ...environment, PERENNE_CLIENT_ID: 'x' }),
      await perenne(['employees', 'import', join(folder, 'missing.ndjson')]),
    ];
    expect(failing.map(({ code, err }) => [code, err])).toEqual([
      [1, expect.stringContaining('Set PERENNE_CLIENT_SECRET')],
      [1, 'http://127.0.0.1:1 does not answer.\n'],
      [1, 'The safe does not know these credentials.\n'],
      [1, expect.stringMatching(/^The file .*missing\.ndjson cannot be read\.\n$/)],
    ]);
    expect(failing.filter(({ out, err }) => `${out}${err}`.includes(secret))).toEqual([]);
  });
});

describe('perenne employees import', () => {
  const headings = 'employeeNumber;firstName;lastName;birthDate;email;phone';

  it('sends a spreadsheet and answers each row', async () => {
    const rows = ['c1;Zoé;Le Goff;1990-05-14;;06 39 98 00 07', 'c2;Ana;Roy;1990-02-31;;', 'c3;Ana;Roy;1990-02-03;;'];
    const { code, err, lines } = await perenne([
      'employees',
      'import',
      await file('e.csv', [headings, ...rows].join('\n')),
    ]);
    expect(code).toBe(1);
    expect(err).toBe('2 created, 0 updated, 0 unchanged, 1 refused.\n');
    expect(lines()).toMatchObject([
      { row: 1, employeeNumber: 'c1', result: 'created', activationCode: expect.any(String) },
      { row: 2, employeeNumber: 'c2', result: 'error', errors: [{ field: 'birthDate' }] },
      { row: 3, employeeNumber: 'c3', result: 'created' },
    ]);
  });

  it('sends lines of JSON in several requests, and again without harm', async () => {
    const row = (n: number) => ({
      employeeNumber: `j${n}`,
      firstName: 'Ana',
      lastName: 'Roy',
      birthDate: '1990-02-03',
    });
    const path = await file('e.ndjson', Array.from({ length: 2_500 }, (_, n) => JSON.stringify(row(n))).join('\r\n'));
    const first = await perenne(['employees', 'import', path]);
    expect(first).toMatchObject({ code: 0, err: '2500 created, 0 updated, 0 unchanged, 0 refused.\n' });
    expect(first.lines().map((line) => line['row'])).toEqual(Array.from({ length: 2_500 }, (_, n) => n + 1));
    expect(await perenne(['employees', 'import', path])).toMatchObject({
      code: 0,
      err: '0 created, 0 updated, 2500 unchanged, 0 refused.\n',
    });
  });
});

describe('a file that is not written in UTF-8', () => {
  it.each([
    ['latin.csv', 'employeeNumber;firstName;lastName;birthDate\nl1;Zoé;Le Goff;1990-05-14'],
    ['latin.ndjson', '{"employeeNumber":"l1","firstName":"Zoé","lastName":"Le Goff","birthDate":"1990-05-14"}'],
  ])('is refused in one sentence, and nobody in it is sent: %s', async (name, text) => {
    const path = await file(name, Buffer.from(text, 'latin1'));
    const { code, err, out } = await perenne(['employees', 'import', path]);
    expect([code, err, out]).toEqual([1, `The file ${path} is not written in UTF-8.\n`, '']);
    expect(await from.employer.call('GET', 'employees/l1')).toMatchObject({ status: 404 });
  });

  it('is no manifest of deposits', async () => {
    const path = await file(
      'latin-manifest.csv',
      Buffer.from('employeeNumber,type,title,file\n7,PAYE,Été,1.pdf', 'latin1'),
    );
    const { code, err, out } = await perenne(['deposit', '--manifest', path, '--folder', folder]);
    expect([code, err, out]).toEqual([1, `The file ${path} is not written in UTF-8.\n`, '']);
  });
});

describe('perenne deposit', () => {
  const options = ['--employee', '7', '--type', 'PAYE', '--title', october.title, '--period', '2026-10'];

  it('deposits a file once, however often it is run', async () => {
    const owner = await from.addOwner();
    const path = await file('bulletin.pdf', makePdf('october', 200_000));
    const first = await perenne(['deposit', ...options, path]);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.lines()).toMatchObject([{ delivery: 'ELECTRONIC', receipt: { journalHash: expect.any(String) } }]);
    expect((await perenne(['deposit', ...options, path])).out).toBe(first.out);
    expect(await from.documentsOf(owner)).toMatchObject({ total: 1, items: [{ fileName: 'bulletin.pdf' }] });
    const other = await file('other.pdf', makePdf('other'));
    await perenne(['deposit', ...options, '--key', 'mine', path]);
    expect(await perenne(['deposit', ...options, '--key', 'mine', other])).toMatchObject({
      code: 1,
      err: 'The safe refused (409): IdempotencyKeyReused.\n',
    });
  });

  it('deposits what a manifest lists and reports each row, again without doubling', async () => {
    await mkdir(join(folder, 'batch'));
    for (const n of [1, 2, 3]) await file(`batch/${n}.pdf`, makePdf(`batch ${n}`));
    await file('batch/wrong.png', makePdf('not a picture'));
    const rows = [
      'employeeNumber,type,title,period,file',
      '7,PAYE,Janvier,2026-01,1.pdf',
      '7,PAYE,"Février, corrigé",2026-02,2.pdf',
      '404,PAYE,Mars,2026-03,3.pdf',
      '7,PAYE,Avril,2026-04,wrong.png',
      '7,CONT,Contrat,,3.pdf',
      '7,CONT,Ailleurs,,../bulletin.pdf',
      '7,CONT,Absent,,none.pdf',
    ];
    const args = [
      'deposit',
      '--manifest',
      await file('manifest.csv', rows.join('\n')),
      '--folder',
      join(folder, 'batch'),
    ];
    const first = await perenne(args);
    expect(first).toMatchObject({ code: 1, err: '3 deposited, 4 refused.\n' });
    expect(first.lines()).toMatchObject([
      { row: 1, file: '1.pdf', delivery: 'ELECTRONIC' },
      { row: 2, delivery: 'ELECTRONIC' },
      { row: 3, employeeNumber: '404', error: 'The safe refused (404): EntityNotFound metadata.employeeNumber.' },
      { row: 4, error: expect.stringContaining('UnsupportedFileType') },
      { row: 5, delivery: 'ELECTRONIC' },
      { row: 6, error: 'The file is not in the folder.' },
      { row: 7, error: 'The file cannot be read.' },
    ]);
    expect((await perenne(args)).out).toBe(first.out);
  });
});
