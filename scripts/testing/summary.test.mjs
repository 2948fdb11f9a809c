import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { briefly, Progress } from './progress.mjs';
import { linesLogged, printSummary } from './summary.mjs';

const line = (time, more = '') => `{"level":40,"time":"2026-03-02T10:00:${time}.000Z","msg":"a job failed"${more}}`;

it('shows of the log what the product wrote while a test ran, without stacks', () => {
  const stack = String.raw`,"err":{"type":"Error","stack":"Error: \"no\"\n at x.ts:1"}`;
  const log = ['  ✓  1 a journey', line('09'), line('10', stack), line('14'), line('15'), '{"level":40}'].join('\n');
  expect(linesLogged(log, { startedAt: '2026-03-02T10:00:10.000Z', ms: 4_000 })).toEqual([
    line('10', ',"err":{"type":"Error"}'),
    line('14'),
  ]);
});

it('shows of an error how it begins and the line of the test', () => {
  const error = [
    'Error: expect(locator).toBeVisible() failed',
    '',
    "Locator: getByRole('heading', { name: 'Home' })",
    'Expected: visible',
    'Timeout: 15000ms',
    'Error: element(s) not found',
    'Call log:',
    '    at Screens.expectStep (/p/journeys/screens/screens.ts:48:5)',
    '    at /p/journeys/home/home.spec.ts:35:3',
  ];
  expect(briefly(error.join('\n'))).toEqual([error[0], ...error.slice(2, 6), 'at /p/journeys/home/home.spec.ts:35:3']);
});

describe('the end of a run', () => {
  const passed = (count, ms) => ({
    type: 'test',
    name: `test ${count}`,
    state: 'passed',
    ms,
    repeat: `${count}.test.ts`,
  });
  const failed = {
    type: 'test',
    name: 'a › fails',
    state: 'failed',
    ms: 5,
    error: 'it is 2',
    repeat: "a.test.ts -t 'fails$'",
  };
  const fault = { type: 'fault', name: 'outside of any journey', error: 'no browser', repeat: 'journeys' };
  let results;
  beforeEach(() => {
    results = mkdtempSync(join(tmpdir(), 'perenne-summary-'));
    writeFileSync(join(results, 'check.log'), 'ok     types\nFAILED lint\n');
  });
  afterEach(() => rmSync(results, { recursive: true }));

  /** All that it prints, line by line. */
  function printed(events, ended) {
    const progress = new Progress();
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    try {
      for (const [step, event] of events) progress.onEvent(step, event);
      print.mockClear();
      printSummary({ progress, results: ended, run: { results, selection: { leftOut: 'Left out: home.' } } });
      return print.mock.calls
        .map(([line]) => String(line))
        .join('\n')
        .split('\n');
    } finally {
      print.mockRestore();
    }
  }

  it('tells the failures first, each with what repeats it, then the twenty slowest', () => {
    const events = Array.from({ length: 30 }, (_, count) => ['unit', passed(count, count * 1_000)]);
    const lines = printed(
      [...events, ['unit', failed], ['journeys', fault]],
      ['check', 'unit', 'journeys'].map((step) => ({ step, code: 1, seconds: 3 })),
    );
    const repeats = lines.filter((line) => line.includes('repeat it:')).map((line) => line.trim());
    expect(repeats).toEqual([
      "repeat it: npm test -- a.test.ts -t 'fails$'",
      'repeat it: npm test -- journeys',
      'repeat it: npm test -- check',
    ]);
    const heads = lines.filter((line) => line.startsWith('── '));
    expect(heads).toEqual(['── failures', '── the 20 slowest', '── steps']);
    const from = lines.indexOf('── the 20 slowest') + 1;
    expect(lines.slice(from, from + 21).map((line) => line.split('  ').at(-1))).toEqual([
      ...Array.from({ length: 20 }, (_, count) => `test ${29 - count}`),
      '',
    ]);
    expect(lines.slice(0, from)).toEqual(expect.arrayContaining(['   it is 2', '   no browser', '   FAILED lint']));
    expect(lines.slice(-6)).toEqual([
      'Left out: home.',
      'FAILED  unit  a › fails',
      '        it is 2',
      'FAILED  journeys  outside of any journey',
      '        no browser',
      '30 passed, 3 failed',
    ]);
  });

  it('tells no failure where there is none', () => {
    const lines = printed([['unit', passed(1, 5)]], [{ step: 'unit', code: 0, seconds: 3 }]);
    expect(lines.filter((line) => line.startsWith('── '))).toEqual(['── the 1 slowest', '── steps']);
    expect(lines.at(-1)).toBe('1 passed, 0 failed');
  });
});
