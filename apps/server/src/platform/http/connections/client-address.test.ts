import { expect, test } from 'vitest';
import { clientAddress, clientAddressOf, forwardedAddresses, isAmong } from './client-address.ts';

test('a client address is an IPv4 address', () => {
  expect(clientAddress({ ip: '192.0.2.7' })).toBe('192.0.2.7');
  expect(clientAddressOf('192.0.2.8')).not.toBe(clientAddressOf('192.0.2.7'));
});

test('an IPv4 address that a socket of both families names is the same one', () => {
  expect(clientAddressOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(clientAddressOf('::ffff:c000:207')).toBe('192.0.2.7');
});

test('all addresses of an IPv6 /64 are one, and those of the next network are another', () => {
  expect(clientAddressOf('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64');
  expect(clientAddressOf('2001:0DB8:0000:0001:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1::/64');
  expect(clientAddressOf('2001:db8:0:2::1')).toBe('2001:db8:0:2::/64');
  expect(clientAddressOf('fe80::1%eth0')).toBe('fe80::/64');
});

test('what is no address names itself', () => {
  expect(clientAddressOf('')).toBe('');
  expect(clientAddressOf('unknown')).toBe('unknown');
});

test('forwarded addresses are without the ports and brackets that some proxies write', () => {
  expect(forwardedAddresses(' 192.0.2.7:40001 ,')).toEqual(['192.0.2.7']);
  expect(forwardedAddresses('[2001:db8::7]:40001,[2001:db8::8] , 2001:db8::9')).toEqual([
    ...['2001:db8::7', '2001:db8::8', '2001:db8::9'],
  ]);
  expect(forwardedAddresses('::ffff:192.0.2.7, 10.0.0.1:80')).toEqual(['::ffff:192.0.2.7', '10.0.0.1']);
});

test('what is no address, and what is said to be before it, is nobody’s', () => {
  expect(forwardedAddresses('192.0.2.7, unknown, 10.0.0.1')).toEqual(['10.0.0.1']);
  for (const nothing of ['', ' ', 'unknown', '_hidden:80', '192.0.2.7:', '192.0.2.7:x', '[192.0.2.7', '2130706433'])
    expect(forwardedAddresses(nothing)).toEqual([]);
});

test('an address is found among addresses and networks of both families', () => {
  expect(isAmong('10.1.2.3', ['192.0.2.1', '10.0.0.0/8'])).toBe(true);
  expect(isAmong('::ffff:192.0.2.1', ['192.0.2.1'])).toBe(true);
  expect(isAmong('2001:db8::7', ['2001:db8::/32'])).toBe(true);
  expect(isAmong('192.0.2.2', ['192.0.2.1', '10.0.0.0/8', '2001:db8::/32'])).toBe(false);
  expect(isAmong('127.0.0.1', ['loopback'])).toBe(true);
  expect(isAmong('192.168.1.1', ['uniquelocal'])).toBe(true);
  expect(isAmong('192.0.2.1', ['loopback', 'linklocal', 'uniquelocal'])).toBe(false);
  expect(isAmong('', ['192.0.2.1'])).toBe(false);
});
