import type { TestApp } from '../test-app.ts';
import { createTestEmployer, type TestEmployer } from './test-employer.ts';
import { pace } from '../pace.ts';

export type Person = { firstName: string; lastName: string; birthDate: string; email?: string; phone?: string };
export type Pending = Person & { activationCode: string };

type Calling = { token?: string; address?: string; headers?: Record<string, string> };

export const newPassword = 'Trombone-Lunaire-47!?';
export const newProfile = {
  firstName: 'Maëlle',
  lastName: 'Le Goff',
  birthDate: '1991-07-14',
  phone: '06 39 98 01 12',
};
export const activationForm = {
  profile: newProfile,
  password: newPassword,
  confirmation: newPassword,
  termsAccepted: true,
};

/** The steps of people who activate, as a browser would take them. The worker must be running. */
export function activationSteps(test: TestApp) {
  let count = 0;
  const next = () => (count += 1);

  /** Each caller has an address of its own by default. */
  const post = (path: string, payload: object, { token, address, headers = {} }: Calling = {}) =>
    test.app.inject({
      method: 'POST',
      url: `/backend/api/v1/${path}`,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      payload,
      remoteAddress: address ?? `10.0.${Math.floor(next() / 250)}.${(count % 250) + 1}`,
    });

  const get = (path: string, token: string) =>
    test.app.inject({
      method: 'GET',
      url: `/backend/api/v1/${path}`,
      headers: { authorization: `Bearer ${token}` },
    });

  /** Someone whom an employer, by default a new one, has announced. */
  async function makePending(given: Partial<Person> = {}, by?: TestEmployer): Promise<Pending> {
    const employer = by ?? (await createTestEmployer(test));
    const person = { firstName: 'Maëlle', lastName: `Le Goff-${letters(next())}`, birthDate: '1991-07-14', ...given };
    const [result] = await employer.sendLines([{ employeeNumber: `E${next()}`, ...person }]);
    return { ...person, activationCode: String(result?.activationCode) };
  }

  const begin = ({ activationCode, lastName, birthDate }: Pending, calling?: Calling) =>
    post('activation/info', { activationCode, lastName, birthDate }, calling);

  async function beginWell(pending?: Pending): Promise<string> {
    const answer = await begin(pending ?? (await makePending()));
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ activationToken: string }>().activationToken;
  }

  const newEmail = () => `maelle.${next()}@perso.example`;

  /** The newest mail to an address, once the worker has sent it. */
  const mailTo = (email: string) => waitFor(() => test.mails.find(({ to }) => to === email));

  const mailedCode = async (email: string) => /\b\d{6}\b/.exec((await mailTo(email)).text)?.[0] ?? '';

  async function proveEmail(token: string, email: string): Promise<void> {
    const sent = await post('activation/email/send-code', { email }, { token });
    if (sent.statusCode !== 204) throw new Error(sent.body);
    const verified = await post('activation/email/verify-code', { code: await mailedCode(email) }, { token });
    if (verified.statusCode !== 204) throw new Error(verified.body);
  }

  /** Someone whose address is proved. */
  async function makeNewcomer(pending?: Pending) {
    const token = await beginWell(pending);
    const email = newEmail();
    await proveEmail(token, email);
    return { token, email };
  }

  return { post, get, makePending, begin, beginWell, newEmail, mailTo, mailedCode, proveEmail, makeNewcomer };
}

export type Answer = Awaited<ReturnType<ReturnType<typeof activationSteps>['post']>>;

/** The status and the code of the first error. */
export const statusAndCode = (answer: Answer): [number, string | undefined] => [
  answer.statusCode,
  answer.json<{ errors: Array<{ code: string }> }>().errors[0]?.code,
];

export const newTokenOf = (answer: Answer): string => String(answer.headers['set-authorization']);

export async function waitFor<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < 3_000 * pace; count += 1) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not come');
}

/** A number as a name may hold it. */
const letters = (number: number): string => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
