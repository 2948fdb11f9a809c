import { testPassword } from './people/makers.ts';
import type { TestApp } from './test-app.ts';

const v1 = '/backend/api/v1';

type Sent = {
  method?: 'GET' | 'POST' | 'DELETE' | 'PUT';
  payload?: object;
  headers?: Record<string, string>;
  /** The client address. */
  from?: string;
};
export type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

/** A browser as it behaves: it keeps the cookies that it is given, and sends them with each call. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #test: Pick<TestApp, 'app'>;

  constructor(test: Pick<TestApp, 'app'>) {
    this.#test = test;
  }

  async call(path: string, { method = 'POST', payload, headers = {}, from }: Sent = {}): Promise<Answer> {
    const answer = await this.#test.app.inject({
      method,
      url: path.startsWith('/') ? path : `${v1}/${path}`,
      headers: { 'sec-fetch-site': 'same-origin', ...this.cookieHeader(), ...headers },
      ...(payload && { payload }),
      ...(from !== undefined && { remoteAddress: from }),
    });
    for (const { name, value, maxAge } of answer.cookies)
      if (maxAge === 0 || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    return answer;
  }

  cookieHeader(): { cookie?: string } {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
  }

  /** The one cookie whose name fits. */
  cookie(name: RegExp): string | undefined {
    return [...this.cookies].find(([held]) => name.test(held))?.[1];
  }

  login(email: string, password: string = testPassword): Promise<Answer> {
    return this.call('login', { payload: { email, password } });
  }

  /** Signs in, and returns the token. */
  async signIn(email: string): Promise<string> {
    return tokenOf(await this.login(email));
  }

  profile(token: string): Promise<Answer> {
    return this.call('user/profile', { method: 'GET', headers: { authorization: `Bearer ${token}` } });
  }
}

export const tokenOf = (answer: Answer): string => String(answer.headers['set-authorization']);
