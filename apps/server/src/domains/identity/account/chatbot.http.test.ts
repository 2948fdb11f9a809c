import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusAndCode } from '../../../testing/people/activation-steps.ts';
import { makeOwner, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openChatbotTokens } from '../../../platform/chatbot-tokens.ts';

const ago = '/backend/api/v1/auth/ago';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function askToken({ headers }: TestOwner): Promise<string> {
  const answer = await test.app.inject({ url: `${ago}/get-jwt`, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ token: string }>().token;
}

const readKeys = async () => (await test.app.inject(`${ago}/jwks.json`)).json<JSONWebKeySet>();

const verify = async (token: string) =>
  jwtVerify(token, createLocalJWKSet(await readKeys()), {
    algorithms: ['ES256'],
    ...{ issuer: 'https://safe.example', audience: 'perenne-chatbot', currentDate: test.clock.now() },
  });

it('gives a token that the published keys verify, for an hour', async () => {
  const token = await askToken(await makeOwner(test));
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: '1' });
  const { payload } = await verify(token);
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3_600);
  test.clock.advance(3_600_000);
  await expect(verify(token)).rejects.toThrow(/exp/);
});

it('names an owner the same each time, by no name that the safe has elsewhere', async () => {
  const [owner, other] = [await makeOwner(test), await makeOwner(test)];
  const subjects = [];
  for (const who of [owner, owner, other]) subjects.push((await verify(await askToken(who))).payload.sub);
  expect(subjects[0]).toBe(subjects[1]);
  expect(subjects[2]).not.toBe(subjects[0]);
  const token = await askToken(owner);
  for (const known of [owner.safeId, owner.email, 'Renaudin'])
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(known);
});

it('opens nothing of ours with it', async () => {
  const authorization = `Bearer ${await askToken(await makeOwner(test))}`;
  const answer = await test.app.inject({ url: '/backend/api/v1/user/profile', headers: { authorization } });
  expect(statusAndCode(answer)).toEqual([401, 'AuthTokenNotValid']);
});

it('is given to owners alone, and its keys to everyone, without their secret', async () => {
  expect(statusAndCode(await test.app.inject(`${ago}/get-jwt`))).toEqual([401, 'AuthTokenNotValid']);
  const { keys } = await readKeys();
  expect(keys).toEqual([
    {
      ...{ kty: 'EC', crv: 'P-256', kid: '1', alg: 'ES256', use: 'sig' },
      ...{ x: expect.any(String) as string, y: expect.any(String) as string },
    },
  ]);
});

it('is signed by one pair, kept wrapped, in every process and after a restart', async () => {
  const { db, keys, clock } = test.platform;
  const open = () => openChatbotTokens({ db, keys, clock, issuer: 'https://safe.example' });
  const published = await Promise.all([open(), open(), open()].map((tokens) => tokens.publicKeys()));
  const { keys: ours } = await readKeys();
  for (const list of published) expect(list).toEqual(ours);
  const rows = await db.selectFrom('system_secrets').selectAll().where('purpose', '=', 'chatbot').execute();
  expect(rows).toHaveLength(1);
  // A key that is not wrapped begins so (PKCS #8, RFC 5208).
  expect(rows[0]?.wrapped.toString('hex')).not.toContain('06072a8648ce3d0201');
});
