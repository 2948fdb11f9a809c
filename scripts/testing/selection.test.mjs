import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run.mjs';
import { readSelection, stepNames } from './selection.mjs';

describe('what a command line selects', () => {
  it('is everything where it says nothing', () => {
    expect(readSelection([])).toMatchObject({ steps: stepNames, paths: null });
  });

  it('is a step by its name, and the pages that journeys need', () => {
    expect(readSelection(['unit'])).toMatchObject({ steps: ['unit'], paths: null });
    expect(readSelection(['journeys']).steps).toEqual(['build', 'journeys']);
  });

  it('is an area on the server, in the pages and in the browser', () => {
    const { steps, paths } = readSelection(['documents']);
    expect(steps).toEqual(['unit', 'build', 'journeys']);
    expect(paths).toEqual([
      'apps/server/src/domains/documents/',
      'apps/web/src/features/documents/',
      'journeys/documents/',
    ]);
  });

  it('holds the pages of visitors with those of owners who share', () => {
    expect(readSelection(['sharing']).paths).toContain('journeys/public-sharing/');
  });

  it('is one file, or one journey by its line', () => {
    const file = 'scripts/testing/selection.test.mjs';
    expect(readSelection([file, '-t', 'is one'])).toMatchObject({ steps: ['unit'], paths: [file], name: 'is one' });
    const journey = 'journeys/documents/trash.spec.ts:6';
    expect(readSelection([journey, '--times', '10'])).toMatchObject({ times: '10' });
    for (const word of [journey, `./${journey}`, join(root, journey)])
      expect(readSelection([word])).toMatchObject({ steps: ['build', 'journeys'], paths: [journey] });
  });

  it('is refused with the names there are', () => {
    expect(() => readSelection(['documnets'])).toThrow(/“documnets”.*Areas: .*documents/);
    expect(() => readSelection(['--sinse', 'main'])).toThrow(/--sinse/);
    expect(() => readSelection(['--since', 'nowhere'])).toThrow(/“nowhere”/);
  });

  it('says what a change leaves out', () => {
    const { paths, leftOut } = readSelection(['--since', 'HEAD']);
    expect(leftOut).toMatch(paths === null ? /^Nothing is left out: / : /changed files since HEAD\. Left out: /);
  });
});
