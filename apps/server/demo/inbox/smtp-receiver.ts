import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { Log } from '../../src/platform/log.ts';
import type { Messages } from './messages.ts';

const largestMailBytes = 20_000_000;

export type Receiver = { port: number; stop(): Promise<void> };

/** A mail server on this machine that keeps what it is given and passes nothing on. */
export async function startSmtpReceiver(messages: Messages, log: Log): Promise<Receiver> {
  const server = new SMTPServer({
    name: 'inbox.localhost',
    authOptional: true,
    // There is no certificate for a stand-in, and the line does not leave the machine.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: largestMailBytes,
    closeTimeout: 1_000,
    onData: (stream, session, done) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      callbackify(receive)({ stream, recipients, messages }, done);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.on('error', (error) => log.warn({ err: error }, 'the demonstration inbox lost a connection'));
  return {
    port: portOf(server.server.address()),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Incoming = { stream: Readable; recipients: string[]; messages: Messages };

async function receive({ stream, recipients, messages }: Incoming): Promise<void> {
  const mail = await simpleParser(stream, { skipHtmlToText: true, skipTextToHtml: true });
  const { subject = '', text = '', html } = mail;
  for (const to of recipients) {
    messages.add({ channel: 'EMAIL', to, subject, text, ...(typeof html === 'string' && { html }) });
  }
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the stand-in does not listen on a port');
  return address.port;
}
