import { Counter } from 'prom-client';
import type { Measure } from '../../platform/http/metrics.ts';
import { listResults } from './agents/agents.store.ts';

/** Counts all runs of the installation by agent and result, in the database, which is the same for all processes. */
export const measureCollectors: Measure = (registry, { db }) => {
  const runs = new Counter({
    name: 'perenne_collector_runs_total',
    help: 'Runs of collectors that have ended, by agent and result',
    labelNames: ['agent', 'result'],
    registers: [registry],
    // A sum would count each run once for each process.
    aggregator: 'max',
    async collect() {
      const results = await listResults(db);
      runs.reset();
      for (const { agentId, result, runs: count } of results) runs.inc({ agent: agentId, result }, count);
    },
  });
};
