import { expect, it } from 'vitest';
import { isAtOrigin, isSafeAddress } from './outside-address.ts';

it.each(['https://federation.example/authorize?x=1', 'http://localhost:4000/authorize', 'http://127.0.0.1:1/'])(
  'lets the browser go to %s',
  (address) => expect(isSafeAddress(address)).toBe(true),
);

it.each(['http://federation.example/', 'javascript:alert(1)', 'data:text/html,x', '/home', '//x.example', ''])(
  'goes nowhere for %s',
  (address) => expect(isSafeAddress(address)).toBe(false),
);

it('follows an answer only to the origin that was configured', () => {
  const configured = 'https://other.example/app';
  expect(isAtOrigin('https://other.example/sign-in', configured)).toBe(true);
  expect(isAtOrigin('https://other.example.evil.example/', configured)).toBe(false);
  expect(isAtOrigin('http://other.example/', configured)).toBe(false);
  expect(isAtOrigin('https://other.example/', null)).toBe(false);
  expect(isAtOrigin('nowhere', 'nowhere either')).toBe(false);
});
