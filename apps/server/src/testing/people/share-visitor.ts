import type { PublicSharing, SharingContext } from '@perenne/contract/public-sharings';
import { waitFor } from './activation-steps.ts';
import type { Told } from './arranger.ts';
import { openLinksIn, tokenOf } from './links.ts';
import { toldOf } from './sharer.ts';
import type { TestApp } from '../test-app.ts';

type Method = 'GET' | 'POST';
type Sent = { payload?: object; headers?: Record<string, string> };

/** Someone outside, by the link of a share, in a client that is no browser. */
export class ShareVisitor {
  readonly test: TestApp;
  readonly codeToken: string;
  sharingToken = '';
  /** The client address of the calls. */
  address = '127.0.0.1';

  constructor(test: TestApp, codeToken: string) {
    this.test = test;
    this.codeToken = codeToken;
  }

  static of = async (test: TestApp, link: string | undefined): Promise<ShareVisitor> =>
    new ShareVisitor(test, await tokenOf(test, link));

  /** The newest link that was mailed to an address. */
  static async mailed(test: TestApp, to: string): Promise<ShareVisitor> {
    const codeToken = await waitFor(async () => {
      const texts = test.mails.filter((mail) => mail.to === to).map(({ text }) => text);
      return (await openLinksIn(test, texts.join('\n'))).find(({ kind }) => kind === 'share')?.token;
    });
    return new ShareVisitor(test, codeToken);
  }

  call(method: Method, path: string, { payload, headers = {} }: Sent = {}) {
    const token = path.startsWith('public/') ? this.sharingToken : this.codeToken;
    return this.test.app.inject({
      ...{ method, url: `/backend/api/v1/${path}`, remoteAddress: this.address },
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

  /** The newest code that was sent, after so many messages. The worker must run. */
  async sentCode(mode: 'EMAIL' | 'SMS', after = 0): Promise<string> {
    const { mails, texts } = this.test;
    const sent = () => (mode === 'SMS' ? texts : mails).slice(0, -after || undefined).map(({ text }) => text);
    return waitFor(() => sent().flatMap((text) => /(?:^ {4}|: )(\d{6})\b/m.exec(text)?.[1] ?? [])[0]);
  }

  /** Asks for a code and gives it. */
  async enter(mode: 'EMAIL' | 'SMS' = 'EMAIL'): Promise<this> {
    const before = (mode === 'SMS' ? this.test.texts : this.test.mails).length;
    const asked = await this.askCode(mode);
    if (asked.status !== 204) throw new Error(`no code was sent: ${asked.code}`);
    const given = await this.giveCode(await this.sentCode(mode, before));
    if (given.status !== 204) throw new Error(`the code was refused: ${given.code}`);
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
