import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Accounts } from './accounts.ts';

interface Employee {
  employeeNumber: string;
  firstName: string;
  lastName: string;
  birthDate: string;
  email?: string;
}

interface Payslip {
  employeeNumber: string;
  title: string;
  period: string;
  file: Buffer<ArrayBuffer>;
}

/** An employer's payroll software: it knows the interface and its own credentials, nothing else. */
export class Employer {
  readonly name: string;
  readonly #url: string;
  readonly #token: Promise<string>;

  constructor({ baseUrl, employers: [employer] }: Accounts) {
    if (!employer) throw new Error('The demonstration has no employer.');
    this.name = employer.name;
    this.#url = baseUrl;
    this.#token = askToken(baseUrl, employer);
  }

  /** @returns the activation code, which is returned once */
  async addEmployee(employee: Employee): Promise<string> {
    const answer = await this.#post('/backend/api/v1/employer/employees', JSON.stringify(employee), {
      'Content-Type': 'application/json',
    });
    return z.object({ result: z.literal('created'), activationCode: z.string() }).parse(answer).activationCode;
  }

  /** @returns the id of the deposit */
  async deposit({ file, ...metadata }: Payslip): Promise<string> {
    const form = new FormData();
    form.append('metadata', JSON.stringify({ ...metadata, type: 'PAYE' }));
    form.append('file', new Blob([file], { type: 'application/pdf' }), 'bulletin.pdf');
    const answer = await this.#post('/backend/api/v1/employer/deposits', form, { 'Idempotency-Key': randomUUID() });
    return z.object({ delivery: z.literal('ELECTRONIC'), depositId: z.string() }).parse(answer).depositId;
  }

  async #post(path: string, body: string | FormData, headers: Record<string, string>): Promise<unknown> {
    const authorization = `Bearer ${await this.#token}`;
    const answer = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { ...headers, Authorization: authorization },
      body,
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }
}

async function askToken(url: string, { clientId, clientSecret }: Accounts['employers'][number]): Promise<string> {
  const answer = await fetch(`${url}/backend/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}
