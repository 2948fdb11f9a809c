import { Agent, request } from 'node:http';

type Answer = { status: number; text: string; location: string };

/** A browser as far as a sign-in needs one: it keeps cookies by host, and leaves redirects to who asks. */
export class CookieClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #jars = new Map<string, Map<string, string>>();

  get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send('GET', url, { headers });
  }

  post(url: string, form: Record<string, string>): Promise<Answer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#send('POST', url, { headers, body: new URLSearchParams(form).toString() });
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(method: string, url: string, sent: { headers: Record<string, string>; body?: string }): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...sent.headers, cookie, 'content-length': String(Buffer.byteLength(sent.body ?? '')) };
    const call = request(url, { method, headers, agent: this.#agent }, (answer) => {
      for (const line of answer.headers['set-cookie'] ?? []) keep(jar, line);
      const { location } = answer.headers;
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        if (status >= 400) reject(new Error(`${new URL(url).pathname} answered ${status}`));
        else resolve({ status, text, location: location === undefined ? '' : new URL(location, url).href });
      });
    });
    call.on('error', reject);
    call.end(sent.body);
    return promise;
  }
}

function keep(jar: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  jar.set(name, value);
}
