import type { PublicSharing, SharingContext } from '@perenne/contract/public-sharings';
import { expect } from 'vitest';
import type { Told } from './arranger.ts';
import { toldOf } from './sharer.ts';
import type { TestApp } from './test-app.ts';

type Method = 'GET' | 'POST';
type Sent = { payload?: object; headers?: Record<string, string> };

export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** Someone outside, by the link of a share, in a client that is no browser. */
export class ShareVisitor {
  readonly test: TestApp;
  readonly codeToken: string;
  sharingToken = '';

  constructor(test: TestApp, link: string) {
    this.test = test;
    this.codeToken = tokenIn(link);
  }

  /** The newest link that was mailed to an address. */
  static async mailed(test: TestApp, to: string): Promise<ShareVisitor> {
    const find = () => test.mails.find((mail) => mail.to === to && mail.text.includes('/public/sharings?token='));
    await expect.poll(find).toBeDefined();
    return new ShareVisitor(test, /https?:\S+\/public\/sharings\?token=\S+/.exec(find()?.text ?? '')?.[0] ?? '');
  }

  call(method: Method, path: string, { payload, headers = {} }: Sent = {}) {
    const token = path.startsWith('public/') ? this.sharingToken : this.codeToken;
    return this.test.app.inject({
      ...{ method, url: `/backend/api/v1/${path}` },
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(payload && { payload }),
    });
  }

  tell = async (method: Method, path: string, sent: Sent = {}): Promise<Told> =>
    toldOf(await this.call(method, path, sent));

  async context(): Promise<SharingContext> {
    return (await this.call('GET', 'sharings/context')).json<SharingContext>();
  }

  askCode = (mode: 'EMAIL' | 'SMS' = 'EMAIL'): Promise<Told> =>
    this.tell('POST', 'sharings/send-code', { payload: { mode } });

  async giveCode(code: string): Promise<Told> {
    const answer = await this.call('POST', 'sharings/verify-code', { payload: { code } });
    const token = answer.headers['set-authorization'];
    if (typeof token === 'string') this.sharingToken = token;
    return toldOf(answer);
  }

  /** The newest code that was sent. */
  async sentCode(mode: 'EMAIL' | 'SMS' = 'EMAIL'): Promise<string> {
    const codeOf = () =>
      mode === 'SMS'
        ? /\d{6}/.exec(this.test.texts[0]?.text ?? '')?.[0]
        : /^ {4}(\d{6})$/m.exec(this.test.mails.find(({ text }) => /^ {4}\d{6}$/m.test(text))?.text ?? '')?.[1];
    await expect.poll(codeOf).toBeDefined();
    return codeOf() ?? '';
  }

  /** Asks for a code and gives it. The worker must run. */
  async enter(mode: 'EMAIL' | 'SMS' = 'EMAIL'): Promise<this> {
    const before = this.test.mails.length + this.test.texts.length;
    expect(await this.askCode(mode)).toEqual({ status: 204, code: undefined });
    await expect.poll(() => this.test.mails.length + this.test.texts.length).toBeGreaterThan(before);
    expect(await this.giveCode(await this.sentCode(mode))).toEqual({ status: 204, code: undefined });
    return this;
  }

  async list(): Promise<PublicSharing[]> {
    return (await this.call('GET', 'public/sharings')).json<{ items: PublicSharing[] }>().items;
  }

  read = (shareId: string, documentId: string, headers: Record<string, string> = {}) =>
    this.call('GET', `public/sharings/${shareId}/documents/${documentId}/content`, { headers });

  download = (sharingId: string, documents: readonly string[]) =>
    this.call('POST', 'public/sharings/download', { payload: { sharingId, documents } });
}
