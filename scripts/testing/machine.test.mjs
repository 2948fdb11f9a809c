import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { countWorkers } from './machine.mjs';

it('runs as many tests at once as the cores bear, and never fewer than two', () => {
  expect([1, 2, 3, 16].map((cores) => countWorkers(cores))).toEqual([
    { unit: 2, journeys: 2 },
    { unit: 4, journeys: 3 },
    { unit: 6, journeys: 5 },
    { unit: 32, journeys: 24 },
  ]);
  expect(countWorkers()).toEqual(countWorkers(availableParallelism()));
});
