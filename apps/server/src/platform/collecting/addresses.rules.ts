import { BlockList, isIP } from 'node:net';

/** The IPv4 addresses that are not on the internet (IANA's special-purpose registry), and all of class D and E. */
const special4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** The global unicast addresses of IPv6 that represent others: Teredo, ORCHID, examples, 6to4. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const refused4 = listOf('ipv4', special4);
const refused6 = listOf('ipv6', special6);
/** Everything else is local, private, mapped from IPv4, translated, or not given out. */
const global6 = listOf('ipv6', ['2000::/3']);

/** Whether an address, as a resolver writes it, is one of the internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** Whether an address is one of these, however both are written. */
export function isAmong(address: string, addresses: readonly string[]): boolean {
  const list = new BlockList();
  for (const each of addresses) list.addAddress(each, familyOf(each));
  return list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `[::1]` is written without its brackets, and a name without its last dot. */
export const plainHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');

/** A name of the internet's or an address, and nothing else: no scheme, no port, no path, no user. */
export const isHost = (host: string): boolean =>
  host.length <= 253 &&
  (isIP(host) !== 0 ||
    /^(?=.)([\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?)(\.[\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?)*$/u.test(
      host,
    ));
