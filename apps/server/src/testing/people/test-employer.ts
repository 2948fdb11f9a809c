import { createEmployer, type CreatedEmployer } from '../../domains/employers/employers.ts';
import type { TestApp } from '../test-app.ts';

export type TestEmployer = CreatedEmployer & {
  name: string;
  /** Calls as this employer. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<CallAnswer>;
  /** Sends lines of NDJSON, and answers their results. */
  sendLines(lines: unknown[]): Promise<RowResult[]>;
  headers: { authorization: string };
};

export type CallAnswer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

export type RowResult = {
  row: number;
  employeeNumber: string | null;
  result: string;
  activationCode?: string;
  errors?: unknown[];
};

type Options = { name?: string; refusalDisabled?: boolean; emailDomains?: string[] };

/** An employer with a token, as the operator makes one. */
export async function createTestEmployer({ app, platform }: TestApp, options: Options = {}): Promise<TestEmployer> {
  const name = options.name ?? 'Ateliers Martin';
  const created = await createEmployer(platform, { ...options, name });
  const authorization = `Basic ${Buffer.from(`${created.clientId}:${created.clientSecret}`).toString('base64')}`;
  const answer = await app.inject({
    method: 'POST',
    url: '/backend/oauth/token',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials',
  });
  const headers = { authorization: `Bearer ${answer.json<{ access_token: string }>().access_token}` };
  const call: TestEmployer['call'] = async (method, path, body) => {
    const url = `/backend/api/v1/employer/${path}`;
    const response = await app.inject({
      ...{ method, url },
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? {} : response.json(),
      headers: response.headers,
    };
  };
  const sendLines: TestEmployer['sendLines'] = async (lines) => {
    const response = await app.inject({
      method: 'POST',
      url: '/backend/api/v1/employer/employees',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      payload: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    });
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`);
    return response.json<{ items: RowResult[] }>().items;
  };
  return { ...created, name, headers, call, sendLines };
}
