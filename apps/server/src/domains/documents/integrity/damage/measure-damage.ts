import { Gauge } from 'prom-client';
import type { Measure } from '../../../../platform/http/metrics.ts';
import { countDamaged } from './damage.store.ts';

/** For an alarm of the operator: each one is in the log, with its safe and its identifier. */
export const measureDamage: Measure = (registry, { db }) => {
  const damaged = new Gauge({
    name: 'perenne_damaged_documents',
    help: 'Documents whose stored content was found lost or damaged, and not whole again since',
    registers: [registry],
    // A sum would count each document once for each process.
    aggregator: 'max',
    async collect() {
      damaged.set(await countDamaged(db));
    },
  });
};
