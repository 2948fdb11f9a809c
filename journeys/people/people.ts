import { randomInt, randomUUID } from 'node:crypto';
import type { Accounts } from './accounts.ts';
import type { Employer } from './employer.ts';
import { readMailedCode } from './inbox.ts';
import { sentBy } from './sent-code.ts';
import { showTotp } from './totp.ts';
import { newClientAddress } from './addresses.ts';

export interface Newcomer {
  employeeNumber: string;
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  /** A personal address. */
  email: string;
  password: string;
  activationCode: string;
}

const firstNames = ['Jeanne', 'Malik', 'Anaïs', 'Gaspard', 'Nour', 'Élise', 'Bastien', 'Solène'];
const lastNames = ['Delmas', 'Vasseur', 'Ferrand', 'Kerbrat', 'Mercadier', 'Loubet', 'Sabatier', 'Tessier'];

const oneOf = (names: readonly string[]): string => names[randomInt(names.length)] ?? '';
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Someone whom the employer has just hired, and who has yet to open their safe. */
export async function hire(employer: Employer): Promise<Newcomer> {
  const [firstName, lastName] = [oneOf(firstNames), oneOf(lastNames)];
  const mark = randomUUID().slice(0, 8);
  const employee = {
    employeeNumber: `J-${mark}`,
    firstName,
    lastName,
    birthDate: `${randomInt(1962, 2004)}-${twoDigits(randomInt(1, 13))}-${twoDigits(randomInt(1, 29))}`,
  };
  return {
    ...employee,
    email: `${plain(firstName)}.${plain(lastName)}.${mark}@example.org`,
    password: 'Lampadaire-Azur-58!',
    activationCode: await employer.addEmployee(employee),
  };
}

/** Opens a safe as the activation pages do, for the journeys that begin after it; gives the auth token. */
export async function activate(
  { baseUrl, inboxUrl }: Accounts,
  person: Newcomer,
  phone = '0639980177',
): Promise<string> {
  const { activationCode, lastName, firstName, birthDate, email, password } = person;
  const client = newClientAddress();
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${baseUrl}/backend/api/v1/activation${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': client,
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`activation${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const { activationToken: token } = (await (await post('/info', { activationCode, lastName, birthDate })).json()) as {
    activationToken: string;
  };
  await post('/email/send-code', { email }, token);
  await post('/email/verify-code', { code: await readMailedCode(inboxUrl, email) }, token);
  const profile = { firstName, lastName, birthDate, phone };
  const opened = await post('', { profile, password, confirmation: password, termsAccepted: true }, token);
  const authToken = opened.headers.get('Set-Authorization');
  if (!authToken) throw new Error('The activation gave no token.');
  return authToken;
}

/** Signs in as the page does; gives the auth token. */
export async function signIn({ baseUrl }: Accounts, { email, password }: { email: string; password: string }) {
  const answer = await fetch(`${baseUrl}/backend/api/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': newClientAddress() },
    body: JSON.stringify({ email, password }),
  });
  const token = answer.headers.get('Set-Authorization');
  if (!token) throw new Error(`The sign-in answered ${answer.status}.`);
  return token;
}

type Protecting = { token: string; owner: Pick<Newcomer, 'email' | 'password'> };

/** Calls a second factor of an account, as its page does. */
async function postFactor({ baseUrl }: Accounts, token: string, { path, body }: { path: string; body: object }) {
  const answer = await fetch(`${baseUrl}/backend/api/v1/user/second-factor/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': newClientAddress(),
      Authorization: `Bearer ${token}`,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The mailed code that a first second factor needs. */
export const readFactorCode = (accounts: Accounts, { token, owner }: Protecting): Promise<string> =>
  sentBy(accounts, { channel: 'EMAIL', to: owner.email }, async () => {
    await postFactor(accounts, token, { path: 'request-code', body: { password: owner.password } });
  });

/** Adds an authenticator application to an account, the first factor; the recovery codes come with it. */
export async function addApplication(
  accounts: Accounts,
  { token, owner }: Protecting,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const code = await readFactorCode(accounts, { token, owner });
  const begun = await postFactor(accounts, token, { path: 'totp/begin', body: { password: owner.password, code } });
  const { secret } = (await begun.json()) as { secret: string };
  const confirmed = await postFactor(accounts, token, { path: 'totp/confirm', body: { code: showTotp(secret) } });
  return { secret, ...((await confirmed.json()) as { recoveryCodes: string[] }) };
}
