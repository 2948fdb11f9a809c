import { expect, test } from 'vitest';
import { clientAddress, clientAddressOf, isAmong } from './client-address.ts';

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
