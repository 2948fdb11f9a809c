import ipaddr from 'ipaddr.js';

/** One customer of an IPv6 provider has at least this many bits of network, and chooses the rest at will. */
const ipv6NetworkBits = 64;

/** Where a request comes from: an IPv4 address (`192.0.2.7`) or an IPv6 network (`2001:db8:0:1::/64`). */
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
