import { createHash, timingSafeEqual } from 'node:crypto';
import * as contract from '@perenne/contract/system';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { DomainError } from '../domain-error.ts';
import type { Platform } from '../platform.ts';
import type { Beside } from './beside.ts';
import { mount, type App } from './mount.ts';

/** From a read out of memory to an upload on a slow line. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Adds what a domain measures to the metrics. */
export type Measure = (registry: Registry, platform: Platform) => void;
type Measured = { beside: Beside; measures: readonly Measure[] };

/**
 * The metrics that an operator's Prometheus asks the processes of this port for: requests by route pattern, keys of
 * safes asked for by use, and the processes themselves. Nothing says whose safe it was.
 */
export function mountMetrics(app: App, platform: Platform, { beside, measures }: Measured): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(app, registry);
  countKeys(platform, registry);
  for (const measure of measures) measure(registry, platform);
  beside.publishMetrics(() => registry.getMetricsAsJSON());
  mount(app, contract.metrics, async ({ request, reply }) => {
    requireScraper(platform, request.headers.authorization);
    const others = await beside.askMetrics();
    const whole =
      others.length === 0 ? registry : AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]);
    const text = await whole.metrics();
    return void reply.header('cache-control', 'no-store').type(registry.contentType).send(text);
  });
}

function measureRequests({ fastify }: App, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

function countKeys({ vault }: Platform, registry: Registry): void {
  const asked = new Counter({
    name: 'perenne_safe_keys_asked_total',
    help: 'How often the keys of safes were asked for, by use',
    labelNames: ['use'],
    registers: [registry],
    collect() {
      asked.reset();
      for (const [use, count] of vault.counts) asked.inc({ use }, count);
    },
  });
}

/** Open in the demonstration; elsewhere for who holds the configured token, and otherwise unknown. */
function requireScraper({ settings }: Platform, authorization: string | undefined): void {
  if (settings.demo) return;
  if (settings.metricsToken === null) throw new DomainError('NotFound');
  const isRight = timingSafeEqual(digest(`Bearer ${settings.metricsToken}`), digest(authorization ?? ''));
  if (!isRight) throw new DomainError('AuthTokenNotValid');
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
