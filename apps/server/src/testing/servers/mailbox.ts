import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { startDovecot, type Dovecot, type DovecotUser } from '../../../demo/mailbox/dovecot.ts';
import { composeMail, invoiceSender } from '../../../demo/mailbox/mails.ts';
import { freePort } from '../instances/free-port.ts';

export { hasDovecot } from '../../../demo/mailbox/dovecot.ts';
export { composeMail } from '../../../demo/mailbox/mails.ts';

const usersAtMost = 30;

/** A real server of mailboxes, on a free port of this machine. */
export async function openMailServer({ settings = [] }: { settings?: readonly string[] } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'perenne-dovecot-'));
  const users = Array.from({ length: usersAtMost }, (_, at) => ({
    ...{ login: `camille.${at}@courriel.example`, password: 'Brise "d\\ete"' },
  }));
  const dovecot = await startDovecot({ folder, port: await freePort(), users, settings });
  const { port } = dovecot;
  const left = [...users];
  return {
    /** Another one, with nothing in it. */
    openMailbox: () => {
      const user = left.shift();
      if (!user) throw new Error('all mailboxes are taken');
      return new TestMailbox(dovecot, user);
    },
    local: { standIns: [{ host: '127.0.0.1', port, isAt: port }], loopbackPorts: [port] },
    close: async () => {
      await dovecot.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

export class TestMailbox {
  readonly #dovecot: Dovecot;
  readonly user: DovecotUser;

  constructor(dovecot: Dovecot, user: DovecotUser) {
    this.#dovecot = dovecot;
    this.user = user;
  }

  /** The credentials that a collector needs. */
  get credentials() {
    return { host: '127.0.0.1', port: this.#dovecot.port, ...this.user, senders: invoiceSender };
  }

  deliver(bytes: Uint8Array, at: string, folder?: string): Promise<void> {
    return this.#dovecot.deliver(this.user.login, {
      ...{ bytes, at: new Date(at) },
      ...(folder !== undefined && { folder }),
    });
  }

  async send(mail: SendMailOptions, { folder }: { folder?: string } = {}): Promise<void> {
    const bytes = await composeMail({ from: `Lumen <${invoiceSender}>`, to: this.user.login, ...mail });
    await this.deliver(bytes, '2026-11-18T08:00:00Z', folder);
  }
}
