import { describe, expect, it } from 'vitest';
import { keyOfToken, readClaims, tokenFault } from './tokens.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
const now = Date.parse('2026-11-21T08:00:00Z');
const inSeconds = (seconds: number) => now / 1000 + seconds;

describe('tokenFault', () => {
  it('finds nothing wrong with a token that has not ended', () => {
    expect(tokenFault(token({ exp: inSeconds(1) }), now)).toBeUndefined();
  });

  it('tells a missing token', () => {
    expect(tokenFault(null, now)).toBe('jwt_not_found');
    expect(tokenFault('', now)).toBe('jwt_not_found');
  });

  it.each(['word', 'a.b', 'a.###.c', `a.${part({ sub: 'x' })}.c`, `a.${part({ exp: 'soon' })}.c`])(
    'tells that %s cannot be read',
    (unreadable) => expect(tokenFault(unreadable, now)).toBe('invalid_jwt_format'),
  );

  it('tells a token that ended at this very instant', () => {
    expect(tokenFault(token({ exp: inSeconds(0) }), now)).toBe('jwt_expired');
  });
});

it('reads claims that hold more than ASCII', () => {
  expect(readClaims(token({ exp: 1, name: 'Zoë ÿ' }))).toMatchObject({ name: 'Zoë ÿ' });
});

it('keeps the token of a user who must change their address apart from a sign-in', () => {
  expect(keyOfToken(token({ exp: 1, type: 'JwtPayloadLoggedUser' }))).toBe('authToken');
  expect(keyOfToken(token({ exp: 1, type: 'JwtPayloadLoggedInvalidUser' }))).toBe('invalidUserToken');
  expect(keyOfToken(token({ exp: 1, type: 'JwtPayloadLoggedFCNotActivatedUser' }))).toBe('notActivatedFcUserToken');
  expect(keyOfToken(token({ exp: 1, type: 'Unknown' }))).toBeUndefined();
});
