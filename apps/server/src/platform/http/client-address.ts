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

/** The names of networks that Fastify knows of proxies, and those of ipaddr.js. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

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
