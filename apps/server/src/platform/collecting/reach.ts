import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { destinationOf, type Manifest, type Reach } from '@perenne/collecting/manifest';
import type { Destination } from '@perenne/collecting/run';
import { isSystemError } from '../system-error.ts';
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

/** A name server that is silent is asked twice, for six seconds in all. */
const patience = { timeout: 2_000, tries: 2 };

const saysNone = (error: unknown): boolean => isSystemError(error, 'ENOTFOUND', 'ENODATA', 'EBADNAME');

/** A host that is an address in whichever writing (`0x7f.1`), or this machine by its name everywhere (RFC 6761). */
function addressesWithoutServers(host: string): readonly string[] | null {
  if (isIP(host) !== 0) return [host];
  const name = URL.parse(`http://${host}/`)?.hostname ?? '';
  if (isIP(name) !== 0) return [name];
  return /^(?:.+\.)?localhost$/.test(name) ? ['127.0.0.1', '::1'] : null;
}

/**
 * Asks the name servers of this machine. The system's own look-up (`dns.lookup`) waits without a limit in one of two
 * places that the whole process has: names that an owner chose would shut out those of the database and of mail.
 * `servers`: other ones, each an address with its port.
 * @throws {HostUnknown}
 */
export async function resolveByServers(host: string, servers?: readonly string[]): Promise<readonly string[]> {
  const known = addressesWithoutServers(host);
  if (known) return known;
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  throw new HostUnknown(failures.every(saysNone), { cause: failures.find((failure) => !saysNone(failure)) });
}

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
