import type { activationSteps } from './activation-steps.ts';
import { testPassword, type TestOwner } from './makers.ts';

export type Granted = { mergeToken: string; mergeInfo: Record<string, unknown> };

/** The steps of a newcomer who has a safe already. */
export function mergeSteps(steps: ReturnType<typeof activationSteps>) {
  const prove = (token: string, body: object, headers: Record<string, string> = {}) =>
    steps.post('activation/login-to-merge', body, { token, headers });

  const proveBy = (token: string, { email }: Pick<TestOwner, 'email'>, password = testPassword) =>
    prove(token, { email, password });

  const merge = (token: string, mergeToken?: string, body: object = { termsAccepted: true }) =>
    steps.post('activation/merge', body, {
      token,
      headers: mergeToken === undefined ? {} : { 'x-user-to-merge-token': mergeToken },
    });

  async function grant(token: string, owner: TestOwner): Promise<string> {
    const answer = await proveBy(token, owner);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<Granted>().mergeToken;
  }

  return { prove, proveBy, merge, grant };
}
