import { randomBytes } from 'node:crypto';
import type { InfoForMerge } from '@perenne/contract/merge';
import { makeOwner, makePdf, testPassword, upload, type TestOwner } from './makers.ts';
import { Sharer } from './sharer.ts';
import type { TestApp } from '../test-app.ts';

/** An owner who receives another safe. */
export class Merger extends Sharer {
  static async make(test: TestApp, wanted: Parameters<typeof makeOwner>[1] = {}): Promise<Merger> {
    return new Merger(test, await makeOwner(test, wanted));
  }

  proveBy(body: object) {
    return this.call('POST', 'user/login-to-merge', body);
  }

  prove({ email }: Pick<TestOwner, 'email'>, password = testPassword) {
    return this.proveBy({ email, password });
  }

  async grant(other: Pick<TestOwner, 'email'>): Promise<string> {
    const answer = await this.prove(other);
    if (answer.statusCode !== 200) throw new Error(`the proof answered ${answer.body}`);
    return answer.json<{ mergeToken: string }>().mergeToken;
  }

  merge(mergeToken?: string) {
    return this.#send('POST', 'user/merge', mergeToken);
  }

  info(mergeToken?: string) {
    return this.#send('GET', 'user/info-for-merge', mergeToken);
  }

  async readInfo(other: TestOwner): Promise<InfoForMerge> {
    return (await this.info(await this.grant(other))).json<InfoForMerge>();
  }

  /** Anew, once the session is over. */
  async signIn(): Promise<void> {
    const { email, password } = this.owner;
    const answer = await this.call('POST', 'login', { email, password });
    this.owner.token = String(answer.headers['set-authorization']);
    this.owner.headers = { authorization: `Bearer ${this.owner.token}` };
  }

  /** Adds a PDF like no other. */
  async add(title: string, fields: Record<string, string> = {}): Promise<string> {
    const content = makePdf(`${title} ${randomBytes(4).toString('hex')}`);
    const answer = await upload(this.test, this.owner, { content, fields: { title, ...fields } });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json<{ id: string }>().id;
  }

  async fetch<T>(path: string): Promise<T> {
    const answer = await this.call('GET', path);
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.body}`);
    return answer.json<T>();
  }

  agreeToReading() {
    return this.test.app.inject({
      ...{ method: 'PUT', url: '/backend/api/v1/user/content-reading', headers: this.owner.headers },
      payload: { accepted: true },
    });
  }

  /** Proves and receives. */
  async receive(other: Pick<TestOwner, 'email'>): Promise<void> {
    const answer = await this.merge(await this.grant(other));
    if (answer.statusCode !== 204) throw new Error(`the merge answered ${answer.body}`);
  }

  #send(method: 'GET' | 'POST', path: string, mergeToken: string | undefined) {
    return this.test.app.inject({
      ...{ method, url: `/backend/api/v1/${path}` },
      headers: { ...this.owner.headers, ...(mergeToken !== undefined && { 'x-user-to-merge-token': mergeToken }) },
    });
  }
}
