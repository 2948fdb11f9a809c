import { describe, expect, it } from 'vitest';
import { readTokenRequest } from './oauth.rules.ts';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const granted = { credentials: { clientId: 'me', clientSecret: 'a:b c' } };
const grant = 'grant_type=client_credentials';

type Request = [authorization: string | undefined, body: string];

describe('a token request', () => {
  it.each<[string, Request, unknown]>([
    ['Basic', [basic('me:a:b+c'), grant], granted],
    ['Basic, encoded', [basic('m%65:a%3Ab%20c'), grant], granted],
    ['Basic in lower case', [basic('me:a:b c').replace('Basic', 'basic'), grant], granted],
    ['Basic with the client named again', [basic('me:a:b c'), `${grant}&client_id=me`], granted],
    ['the body', [undefined, `${grant}&client_id=me&client_secret=a%3Ab+c`], granted],
    ['a scope that is not known', [undefined, `${grant}&client_id=me&client_secret=a%3Ab+c&scope=x`], granted],
  ])('names its client by %s', (_, request, expected) => {
    expect(readTokenRequest(...request)).toEqual(expected);
  });

  it.each<[string, Request, unknown]>([
    ['nothing', [undefined, ''], 'invalid_request'],
    ['no grant type', [basic('me:x'), 'client_id=me'], 'invalid_request'],
    ['another grant type', [basic('me:x'), 'grant_type=password'], 'unsupported_grant_type'],
    ['a parameter twice', [undefined, `${grant}&${grant}&client_id=me&client_secret=x`], 'invalid_request'],
    ['both ways at once', [basic('me:x'), `${grant}&client_secret=x`], 'invalid_request'],
    ['two clients', [basic('me:x'), `${grant}&client_id=you`], 'invalid_request'],
    ['no client', [undefined, grant], 'invalid_client'],
    ['no secret', [undefined, `${grant}&client_id=me`], 'invalid_client'],
    ['an empty secret', [basic('me:'), grant], 'invalid_client'],
    ['another scheme', ['Bearer abc', grant], 'invalid_client'],
    ['no base 64', ['Basic %%%', grant], 'invalid_client'],
    ['no colon', [basic('me'), grant], 'invalid_client'],
  ])('is refused with %s', (_, request, error) => {
    expect(readTokenRequest(...request)).toEqual({ error });
  });
});
