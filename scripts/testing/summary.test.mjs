import { expect, it } from 'vitest';
import { linesLogged } from './summary.mjs';

const line = (time, more = '') => `{"level":40,"time":"2026-03-02T10:00:${time}.000Z","msg":"a job failed"${more}}`;

it('shows of the log what the product wrote while a test ran, without stacks', () => {
  const stack = String.raw`,"err":{"type":"Error","stack":"Error: \"no\"\n at x.ts:1"}`;
  const log = ['  ✓  1 a journey', line('09'), line('10', stack), line('14'), line('15'), '{"level":40}'].join('\n');
  expect(linesLogged(log, { startedAt: '2026-03-02T10:00:10.000Z', ms: 4_000 })).toEqual([
    line('10', ',"err":{"type":"Error"}'),
    line('14'),
  ]);
});
