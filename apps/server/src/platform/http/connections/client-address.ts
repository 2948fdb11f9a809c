import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** One customer of an IPv6 provider has at least this many bits of network, and chooses the rest at will. */
const ipv6NetworkBits = 64;

/** The origin of a request: an IPv4 address (`192.0.2.7`) or an IPv6 network (`2001:db8:0:1::/64`). */
export const clientAddress = (request: { ip: string }): string => clientAddressOf(request.ip);

/** As `clientAddress`, of an address as a socket or a trusted proxy writes it. */
export function clientAddressOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 caller of a socket for both families is written `::ffff:192.0.2.7`.
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/${ipv6NetworkBits}`);
  return `${network.toString()}/${ipv6NetworkBits}`;
}

/**
 * Has every reader of `X-Forwarded-For` find addresses alone. Some proxies write the port too: each connection of a
 * client would be another one. The first hook, for the others read addresses.
 */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined) headers['x-forwarded-for'] = forwardedAddresses(String(forwarded)).join(', ');
  });
}

/** The addresses that proxies wrote, each after the one that it heard: those before what is no address are nobody's. */
export function forwardedAddresses(header: string): string[] {
  const addresses = header
    .split(',')
    .map(withoutPort)
    .filter((written) => written !== '');
  return addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1);
}

/** `192.0.2.7:40001`, `[2001:db8::7]:40001` and `[2001:db8::7]` name an address too. */
function withoutPort(written: string): string {
  const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/.exec(written.trim()) ?? [];
  return v6 ?? v4 ?? written.trim();
}

/** The names of networks that Fastify knows of proxies, and those of ipaddr.js. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

/** An address, a network (`10.0.0.0/8`), or the name of some (`loopback`). */
export const isNetwork = (written: string): boolean =>
  Object.hasOwn(namedNetworks, written) || ipaddr.isValidCIDR(written) || ipaddr.isValid(written);

/** Whether an address is one of these addresses, or of one of these networks (`10.0.0.0/8`, `loopback`). */
export function isAmong(address: string, listed: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return listed.some((one) => {
    const ranges = namedNetworks[one];
    if (ranges) return ranges.includes(parsed.range());
    const [network, bits] = ipaddr.isValidCIDR(one) ? ipaddr.parseCIDR(one) : wholeAddress(one);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}

function wholeAddress(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const parsed = ipaddr.process(address);
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128];
}
