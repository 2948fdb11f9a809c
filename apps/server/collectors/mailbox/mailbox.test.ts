import { connect } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Imap } from '@perenne/collecting/imap/imap';
import type { Json } from '@perenne/collecting/run';
import { emptyTape } from '@perenne/collecting/tape';
import { CollectingStopped, type Collecting } from '../../src/platform/collecting/collecting.ts';
import { openCollecting } from '../../src/platform/collecting/open-collecting.ts';
import { pace } from '../../src/testing/pace.ts';
import {
  composeMail,
  hasDovecot,
  openMailServer,
  type MailServer,
  type TestMailbox,
} from '../../src/testing/servers/mailbox.ts';
import { sharedCodes } from '../../src/testing/collecting/collector-codes.ts';

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n% ${text}\n`);
const attached = (filename: string, content = pdf(filename)) => ({ filename, content });

let server: MailServer;
let collecting: Collecting;
let mailbox: TestMailbox;
let safe: Safe;
beforeAll(async () => {
  if (!hasDovecot) return;
  server = await openMailServer();
  collecting = await openCollecting({ log: pino({ enabled: false }), local: server.local, codes: sharedCodes });
});
afterAll(() => server?.close());
beforeEach(() => {
  if (!hasDovecot) return;
  mailbox = server.openMailbox();
  safe = new Safe();
});

type Visit = { credentials?: Record<string, string | number>; since?: string };
type Found = { title: string; fileName: string; date?: string | undefined; type?: string | undefined; bytes: number };

/** The state that a safe keeps between two visits. */
class Safe {
  readonly identities = new Set<string>();
  memory: Json = null;
  asked = 0;
  offers = 0;

  async visit({ credentials, since }: Visit = {}): Promise<Found[]> {
    const found: Found[] = [];
    const order = { agentId: 'mailbox', since: since ?? null, memory: this.memory };
    this.memory = await collecting.run(
      { ...order, credentials: { ...mailbox.credentials, ...credentials } },
      {
        isKnown: async (identity) => {
          this.asked += 1;
          return this.identities.has(identity);
        },
        remember: async (kept) => void (this.memory = kept),
        wants: async ({ identity, date }) => {
          this.offers += 1;
          return !this.identities.has(identity) && (since === undefined || date === undefined || date >= since);
        },
        receive: async ({ identity, title, fileName, date, type }, chunks) => {
          let bytes = 0;
          for await (const chunk of chunks) bytes += chunk.length;
          this.identities.add(identity);
          found.push({ title, fileName, date, type, bytes });
        },
        awaitCode: async () => 'resend',
      },
      new AbortController().signal,
    );
    return found;
  }

  async failure(visit: Visit): Promise<string> {
    try {
      await this.visit(visit);
      return 'none';
    } catch (error) {
      return (error as CollectingStopped).code;
    }
  }

  names = async (visit?: Visit) => (await this.visit(visit)).map(({ fileName }) => fileName);
}

describe.skipIf(!hasDovecot)('a mailbox', () => {
  it('gives the attachments of the senders that its owner names, once, and stays as it was', async () => {
    await mailbox.send({ subject: 'Votre facture', attachments: [attached('F-11.pdf')] });
    await mailbox.send({ from: 'x@autre.example', subject: 'Publicité', attachments: [attached('offre.pdf')] });
    expect(await safe.visit()).toEqual([
      {
        title: 'Votre facture',
        fileName: 'F-11.pdf',
        date: '2026-11-18',
        type: 'FACTA',
        bytes: pdf('F-11.pdf').length,
      },
    ]);
    expect(await safe.visit()).toEqual([]);
    expect(safe.offers).toBe(1);
    await mailbox.send({ subject: 'Relevé', attachments: [attached('R-12.pdf'), attached('Annexe.pdf')] });
    expect(await safe.visit()).toMatchObject([{ title: 'R-12' }, { title: 'Annexe' }]);
    expect(safe.offers).toBe(3);
    expect(await flags()).toEqual([[], [], []]);
  });

  it('is read anew when its numbers change, and nothing comes twice', async () => {
    for (const name of ['a.pdf', 'b.pdf']) await mailbox.send({ subject: name, attachments: [attached(name)] });
    expect(await safe.names()).toEqual(['b.pdf', 'a.pdf']);
    safe.memory = { uidValidity: '1', uidNext: 90 };
    expect([await safe.names(), safe.asked, safe.offers]).toEqual([[], 4, 2]);
  });

  it('tells senders by address, by domain with what is below it, and by nothing that looks like them', async () => {
    const from = {
      address: 'facture@free.example',
      below: 'no-reply@mail.orange.example',
      domain: 'Orange <compte@ORANGE.example>',
      other: 'autre@free.example',
      alike: 'x@notorange.example',
      quoted: '"facture@free.example" <voleur@ailleurs.example>',
    };
    for (const [name, sender] of Object.entries(from))
      await mailbox.send({ from: sender, subject: name, attachments: [attached(`${name}.pdf`)] });
    const senders = 'Free <Facture@free.example>; @orange.example,, pas une adresse ';
    expect((await safe.names({ credentials: { senders } })).toSorted()).toEqual([
      'address.pdf',
      'below.pdf',
      'domain.pdf',
    ]);
    expect(await safe.failure({ credentials: { senders: ' , ;' } })).toBe('CREDENTIALS_INVALID');
  });

  it('is read from a day on, that day too; a date that cannot be is that of the arrival', async () => {
    const send = (day: string, arrived = day) =>
      composeMail({
        ...{ from: 'factures@lumen.example', subject: day, date: new Date(`${day}T23:30:00+01:00`) },
        attachments: [attached(`${day}.pdf`)],
      }).then((bytes) => mailbox.deliver(bytes, `${arrived}T12:00:00Z`));
    await send('2026-03-01');
    await send('2026-02-28');
    await send('1899-12-31', '2026-04-02');
    await send('2031-01-01', '2026-04-03');
    await send('2026-01-01', '2026-05-01');
    const found = await safe.visit({ since: '2026-03-01' });
    expect(found.map(({ title, date }) => `${title} ${date}`).toSorted()).toEqual([
      ...['1899-12-31 2026-04-02', '2026-03-01 2026-03-01', '2031-01-01 2026-04-03'],
    ]);
  });

  it('refuses a wrong password and a folder that there is not', async () => {
    expect(await safe.failure({ credentials: { password: 'x' } })).toBe('CREDENTIALS_INVALID');
    expect(await safe.failure({ credentials: { login: 'zoé@courriel.example' } })).toBe('CREDENTIALS_INVALID');
    expect(await safe.failure({ credentials: { folder: 'Nulle part' } })).toBe('CREDENTIALS_INVALID');
    expect(await safe.failure({})).toBe('none');
  });

  it('has folders that are called as programs show them', async () => {
    const folder = 'Maison.Re&AOc-us & co'.replace(' & ', ' &- ');
    await mailbox.send({ subject: 'Dedans', attachments: [attached('dedans.pdf')] }, { folder });
    await mailbox.send({ subject: 'Dehors', attachments: [attached('dehors.pdf')] });
    expect(await safe.names({ credentials: { folder: 'Maison/Reçus & co' } })).toEqual(['dedans.pdf']);
    expect(await new Safe().names({ credentials: { folder: 'reçus & co' } })).toEqual(['dedans.pdf']);
  });

  it('gives attachments by their names, whatever a sender has made of them', async () => {
    const raw = (headers: string) =>
      mailbox.deliver(
        Buffer.from(
          `From: factures@lumen.example\r\nDate: Wed, 18 Nov 2026 08:00:00 +0100\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n%PDF-1.4\r\n`,
          'latin1',
        ),
        '2026-11-18T08:00:00Z',
      );
    await raw(
      'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename*0*=UTF-8\'\'Factur%C3%A9;\r\n filename*1=" n 12.pdf"',
    );
    await raw('Content-Type: application/pdf; name="=?windows-1252?Q?Re=E7u=5F1=2Epdf?="');
    await raw('Content-Type: application/octet-stream; name="..\\\\..\\\\C:/x/Avis.PDF"');
    await raw('Subject: =?utf-8?B?UmVsZXbDqQ==?=\r\nContent-Type: application/pdf');
    await raw('Content-Type: application/pdf; name="Contrat n 3.1"');
    await raw('Content-Type: application/pdf; name="caf\xe9.pdf"');
    const found = await safe.visit();
    expect(found.map(({ fileName }) => fileName)).toEqual([
      ...['café.pdf', 'Contrat n 3.1.pdf', 'document.pdf', 'Avis.PDF', 'Reçu_1.pdf', 'Facturé n 12.pdf'],
    ]);
    expect(found[2]?.title).toBe('Relevé');
    expect(found.every(({ bytes }) => bytes === '%PDF-1.4\r\n'.length)).toBe(true);
  });

  it('gives what nested messages hold, and what Outlook wraps, and no picture of a page', async () => {
    const inner = await composeMail({ from: 'a@b.example', subject: 'Dedans', attachments: [attached('dedans.pdf')] });
    const middle = await composeMail({
      ...{ from: 'a@b.example', subject: 'Milieu', text: 'x' },
      attachments: [{ contentType: 'message/rfc822', content: inner, filename: 'dedans.eml' }],
    });
    await mailbox.send({
      ...{ subject: 'Fwd', html: '<img src="cid:logo">', text: 'Bonjour' },
      attachments: [
        { filename: 'logo.png', content: Buffer.from('x'), cid: 'logo', contentDisposition: 'inline' },
        { contentType: 'message/rfc822', content: middle, filename: 'milieu.eml' },
        { filename: 'winmail.dat', contentType: 'application/ms-tnef', content: Buffer.from('789f3e22', 'hex') },
        { filename: 'smime.p7s', contentType: 'application/pkcs7-signature', content: Buffer.from('x') },
        { filename: 'photo.jpg', content: Buffer.from('x') },
        { filename: 'notes.txt', content: 'é\n'.repeat(2_000), contentTransferEncoding: 'quoted-printable' },
      ],
    });
    expect((await safe.visit()).map(({ fileName, bytes }) => [fileName, bytes])).toEqual([
      ...[
        ['dedans.pdf', pdf('dedans.pdf').length],
        ['winmail.dat', 4],
        ['photo.jpg', 1],
        ['notes.txt', 8_000],
      ],
    ]);
  });

  it('gives messages in messages up to a depth, and below it as they are', async () => {
    let nested = await composeMail({
      from: 'a@b.example',
      subject: 'Tout au fond',
      attachments: [attached('fond.pdf')],
    });
    for (let depth = 0; depth < 8; depth++)
      nested = await composeMail({
        ...{ from: 'factures@lumen.example', text: 'x', date: '2026-11-18' },
        attachments: [{ contentType: 'message/rfc822', content: nested, filename: `m${depth}.eml` }],
      });
    await mailbox.deliver(nested, '2026-11-18T08:00:00Z');
    expect(await safe.names()).toEqual(['m2.eml']);
  });

  it('gives a message of 80 MB within the memory of a run', async () => {
    const content = Buffer.alloc(60_000_000, 'abcdefg');
    await mailbox.send({ subject: 'Lourd', attachments: [attached('lourd.pdf', content), attached('léger.pdf')] });
    expect((await safe.visit()).map(({ bytes }) => bytes)).toEqual([content.length, pdf('léger.pdf').length]);
  });

  async function flags(): Promise<unknown[]> {
    const { port, login, password } = mailbox.credentials;
    const imap = await Imap.open(connect(port, '127.0.0.1'));
    await imap.login(login, password);
    await imap.examine('INBOX');
    const found = await imap.fetch([1, 2, 3], 'FLAGS');
    imap.close();
    return found.map((items) => (items.get('FLAGS') as string[]).filter((flag) => flag !== '\\Recent'));
  }
});

describe.skipIf(!hasDovecot)('a mailbox of 50,000 messages', () => {
  const fill = async () => {
    const head = 'From: x@autre.example\r\nDate: Mon, 2 Nov 2026 08:00:00 +0100\r\nSubject: Bonjour';
    const other = Buffer.from(`${head}\r\n\r\nx\r\n`);
    for (let at = 0; at < 50_000; at += 500)
      await Promise.all(Array.from({ length: 500 }, () => mailbox.deliver(other, '2026-11-02T08:00:00Z')));
  };

  it('is searched once, and then read from where it ended', { timeout: 120_000 * pace }, async () => {
    await fill();
    await mailbox.send({ subject: 'Première', attachments: [attached('une.pdf')] });
    expect(await safe.names()).toEqual(['une.pdf']);
    const tape = emptyTape();
    collecting = await openCollecting({ log: pino({ enabled: false }), local: server.local, tape, codes: sharedCodes });
    expect(await safe.names()).toEqual([]);
    // The greeting, the sign-in, and the number of the next message.
    const turns = tape.connections.flatMap((connection) => connection.turns).filter(({ received }) => received !== '');
    expect(turns.length).toBeLessThanOrEqual(4);
    expect(JSON.stringify(turns).length).toBeLessThan(4_000);
    await mailbox.send({ subject: 'Deuxième', attachments: [attached('deux.pdf')] });
    expect(await safe.names()).toEqual(['deux.pdf']);
    expect(safe.offers).toBe(2);
  });
});
