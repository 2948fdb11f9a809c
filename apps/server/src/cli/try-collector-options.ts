import type { Manifest } from '@perenne/collecting/manifest';
import { z } from 'zod';
import type { LocalReach, StandIn } from '../platform/collecting/reach.ts';
import { UsageError, type Given } from './command.ts';

/** The places on this machine that a try may reach. @throws {UsageError} */
export const localReachOf = (agent: Manifest, given: Given): LocalReach => ({
  loopbackPorts: given.texts('loopback').map((text) => portOf('loopback', text)),
  standIns: given.texts('stand-in').flatMap((pair) => standInsFor(agent, pair)),
});

function standInsFor({ id, reaches }: Manifest, pair: string): StandIn[] {
  const [named = '', port = ''] = pair.split('=');
  const hosts = reaches.flatMap(({ host, port: at }) =>
    typeof host === 'string' && typeof at === 'number' ? [{ host, port: at }] : [],
  );
  const replaced = hosts.filter(({ host }) => host === named);
  if (replaced.length === 0)
    throw new UsageError(
      hosts.length === 0
        ? `The manifest of ${id} takes its hosts from fields: give --loopback PORT instead of --stand-in.`
        : `The manifest of ${id} has no host “${named}”: give --stand-in ${hosts[0]?.host}=PORT.`,
    );
  const isAt = portOf('stand-in', port);
  return replaced.map((host) => ({ ...host, isAt }));
}

function portOf(option: string, text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--${option} needs a port from 1 to 65535, and not “${text}”.`);
  return port;
}

/** @throws {UsageError} */
export function sinceOf(given: Given): string | null {
  const since = given.text('since') ?? null;
  if (since !== null && !z.iso.date().safeParse(since).success)
    throw new UsageError(`--since needs a day such as 2026-01-31, and not “${since}”.`);
  return since;
}

/** @throws {UsageError} it repeats no value, which may be a password */
export function credentialsOf({ fields }: Manifest, given: Given): Record<string, string | number> {
  const typed = new Map(given.texts('set').map(splitPair));
  const names = fields.map(({ name }) => name);
  const unknown = [...typed.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`The manifest has no field ${unknown.join(', ')}: its fields are ${names.join(', ')}.`);
  const missing = fields.filter(({ name, required }) => required && !typed.has(name)).map(({ name }) => name);
  if (missing.length > 0) throw new UsageError(`Give --set for ${missing.join(', ')}.`);
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const value = typed.get(name);
      return value === undefined ? [] : [[name, type === 'number' ? Number(value) : value]];
    }),
  );
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw new UsageError('--set needs FIELD=VALUE, such as --set login=camille@example.org.');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
