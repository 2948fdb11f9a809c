import type { Accounts } from './accounts.ts';

/** An owner's acts away from the page that is looked at: the calls of their safe. */
export class OwnerCalls {
  readonly #accounts: Accounts;
  readonly #token: string;

  constructor(accounts: Accounts, token: string) {
    this.#accounts = accounts;
    this.#token = token;
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#accounts.baseUrl}/backend/api/v1/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  }

  /** Shares documents; gives the share, with its link. */
  async share(given: object): Promise<{ id: string; link: string }> {
    return (await this.call('POST', 'sharings', { title: 'Dossier de location', ...given })) as {
      id: string;
      link: string;
    };
  }

  /** The recipients' acts, the newest first. */
  async readEvents(shareId: string): Promise<string[]> {
    const { items } = (await this.call('GET', `sharings/${shareId}/events`)) as { items: { kind: string }[] };
    return items.map(({ kind }) => kind);
  }
}
