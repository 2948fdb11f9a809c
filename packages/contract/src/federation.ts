import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { secondFactorChallenge } from './second-factor.ts';

const v1 = '/backend/api/v1/auth';

export const initFederation = endpoint({
  id: 'initFederation',
  method: 'GET',
  path: `${v1}/franceconnect/init`,
  token: 'none',
  summary: 'Begin a sign-in through FranceConnect; binds it to this browser by a cookie, for 10 minutes',
  response: z.object({ config: z.object({ authorizationUrl: z.string() }) }),
  errors: ['ServiceUnavailable'],
});

export const finishFederation = endpoint({
  id: 'finishFederation',
  method: 'GET',
  path: `${v1}/code`,
  token: 'none',
  summary: 'What the person is whom FranceConnect has sent back: an owner, linkable, or an employee to activate',
  query: z.strictObject({
    code: z.string().max(2_000).optional(),
    state: z.string().max(500).optional(),
    // RFC 6749, 4.1.2.1: what comes back in place of a code.
    error: z.string().max(200).optional(),
    error_description: z.string().max(2_000).optional(),
    iss: z.string().max(500).optional(),
    /** `proof`: the server remembers who came back, for a merge, and opens nothing. */
    purpose: z.enum(['sign-in', 'proof']).default('sign-in'),
  }),
  response: z.object({
    /** Without token nor second factor, the identity is linked to no safe yet. */
    user: z
      .object({
        sub: z.string(),
        userToken: z.string().optional(),
        secondFactor: secondFactorChallenge.optional(),
        /** The owner uses another version of the application. */
        edpUserV2: z.object({ loginUrl: z.string() }).optional(),
      })
      .optional(),
    notActivatedUser: z.object({ notActivatedUserToken: z.string(), sub: z.string(), email: z.string() }).optional(),
  }),
  setsToken: true,
  errors: ['FranceConnectError', 'ServiceUnavailable'],
});

export const logoutFederation = endpoint({
  id: 'logoutFederation',
  method: 'GET',
  path: `${v1}/franceconnect/logout`,
  token: 'auth',
  summary: 'Where the browser goes to end the session of FranceConnect too',
  /** The page of sign-in says it once the browser is back. */
  query: z.strictObject({ reason: z.enum(['signedOut', 'signedOutEverywhere']).default('signedOut') }),
  response: z.object({ logoutUrl: z.string() }),
  errors: ['FranceConnectError', 'ServiceUnavailable'],
});

export const deactivateFederation = endpoint({
  id: 'deactivateFederation',
  method: 'POST',
  path: `${v1}/franceconnect/deactivate`,
  token: 'auth',
  summary: 'Unlink FranceConnect, by the password or within 10 minutes of a federated sign-in; every session ends',
  body: z.strictObject({ password: f.givenPassword.optional() }),
  response: z.object({ logoutUrl: z.string() }),
  errors: ['InvalidUserPassword', 'FranceConnectError', 'VerificationCodeRateLimitExceeded'],
});
