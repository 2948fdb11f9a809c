import type { Share, ShareEvent, ShareWithLink } from '@perenne/contract/shares';
import { Arranger, type Told } from './arranger.ts';

type Answer = Awaited<ReturnType<Arranger['call']>>;

/** The status, and the code of what was refused. */
export const toldOf = ({ statusCode, body }: Pick<Answer, 'statusCode' | 'body'>): Told => {
  const parsed = body.startsWith('{"status"') ? (JSON.parse(body) as { errors: Array<{ code: string }> }) : null;
  return { status: statusCode, code: parsed?.errors[0]?.code };
};

/** An owner who shares. */
export class Sharer extends Arranger {
  /** Shares with recipients, by e-mail unless the mode says otherwise. */
  async share(documents: readonly string[], wanted: object = {}): Promise<ShareWithLink> {
    const body = { title: 'Dossier de location', documents, mode: 'EMAIL', ...wanted };
    const isLink = 'mode' in wanted && wanted.mode === 'LINK';
    const recipients = isLink || 'recipients' in wanted ? {} : { recipients: [{ email: 'agence@example.org' }] };
    const answer = await this.call('POST', 'sharings', { ...body, ...recipients });
    if (answer.statusCode !== 201) throw new Error(`the share answered ${answer.body}`);
    return answer.json<ShareWithLink>();
  }

  async read(shareId: string): Promise<Share> {
    return (await this.call('GET', `sharings/${shareId}`)).json<Share>();
  }

  async list(query = ''): Promise<Share[]> {
    return (await this.call('GET', `sharings?${query}`)).json<{ items: Share[] }>().items;
  }

  async events(shareId: string): Promise<ShareEvent[]> {
    return (await this.call('GET', `sharings/${shareId}/events`)).json<{ items: ShareEvent[] }>().items;
  }
}
