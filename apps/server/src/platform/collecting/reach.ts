import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { destinationOf, type Manifest, type Reach } from '@perenne/collecting/manifest';
import type { Destination } from '@perenne/collecting/run';
import { isAmong, isHost, isPublicAddress, plainHost } from './addresses.rules.ts';

/** A stand-in for a partner in the demonstration, on this machine: it takes the place of a name, and speaks plain. */
export type StandIn = { host: string; port: number; isAt: number };

/** Places besides the internet that collectors may reach: none in production. */
export type LocalReach = {
  standIns: readonly StandIn[];
  /** Ports of this machine that an owner may name. */
  loopbackPorts: readonly number[];
};

export const noLocalReach: LocalReach = { standIns: [], loopbackPorts: [] };

/** A connection's destination: the addresses of its name at this instant, and whether and for whom TLS is spoken. */
export type Route = { addresses: readonly string[]; port: number; tlsName: string | null };

/** The collector may not go there: the error omits the host, which the owner or the partner named. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
}

/** The name has no address at this moment. */
export class HostUnknown extends Error {
  override readonly name = 'HostUnknown';
  /** Whether the name does not exist, or only was not found now. */
  readonly isGone: boolean;

  constructor(isGone: boolean, options?: ErrorOptions) {
    super('the name of a host has no address', options);
    this.isGone = isGone;
  }
}

export type Resolve = (host: string) => Promise<readonly string[]>;

/** @throws {HostUnknown} */
export const resolveBySystem: Resolve = async (host) => {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (cause) {
    throw new HostUnknown(cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND', { cause });
  }
};

/** The addresses of this machine, at this instant: some of them may be on the internet. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((known = []) => known.map(({ address }) => address));

type Credentials = Readonly<Record<string, string | number>>;
type Rules = {
  local: LocalReach;
  resolve: Resolve;
  /** By default those of this machine. */
  own?: () => readonly string[];
};

/**
 * Judges a connection that a collector asks for, and resolves its name, once: whoever connects goes to these addresses.
 * @throws {HostRefused} the manifest does not name it, or one of its addresses is not of the internet, or is of this machine;
 * {HostUnknown}
 */
export async function routeTo(destination: Destination, asked: Asked, { local, ...rules }: Rules): Promise<Route> {
  const { port, security } = destination;
  const host = plainHost(destination.host);
  const isNamed = asked.manifest.reaches.some((reach) => allows(asked, reach, { host, port, security }));
  if (!isNamed) throw new HostRefused('the manifest does not name this host');
  const standIn = local.standIns.find((each) => each.host === host && each.port === port);
  if (standIn) return { addresses: ['127.0.0.1'], port: standIn.isAt, tlsName: null };
  const addresses = await publicAddresses(host, { ...rules, local, port });
  return { addresses, port, tlsName: security === 'tls' ? host : null };
}

/** Whether an owner may name this host: `unknown` where nobody knows at this moment. */
export async function judgeHost(
  host: string,
  { port, ...rules }: Rules & { port: number },
): Promise<'allowed' | 'refused' | 'unknown'> {
  const plain = plainHost(host);
  if (!isHost(plain)) return 'refused';
  try {
    await publicAddresses(plain, { ...rules, port });
    return 'allowed';
  } catch (error) {
    if (error instanceof HostRefused) return 'refused';
    if (error instanceof HostUnknown) return error.isGone ? 'refused' : 'unknown';
    throw error;
  }
}

async function publicAddresses(host: string, { local, resolve, port, own = ownAddresses }: Rules & { port: number }) {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new HostUnknown(true);
  const machine = own();
  const isElsewhere = (address: string) => isPublicAddress(address) && !isAmong(address, machine);
  const isAllowed = (address: string) => address === '127.0.0.1' && local.loopbackPorts.includes(port);
  // One address of the inside among others is no mishap of the name's owner.
  if (!addresses.every((address) => isElsewhere(address) || isAllowed(address)))
    throw new HostRefused('an address of this host is not of the internet, or is of this machine');
  return addresses;
}

type Asked = { manifest: Pick<Manifest, 'fields' | 'reaches'>; credentials: Credentials };

function allows({ manifest, credentials }: Asked, reach: Reach, { host, port, security }: Destination): boolean {
  const named = destinationOf(manifest, reach, credentials);
  return named !== null && plainHost(named.host) === host && named.port === port && named.security === security;
}
