import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { portOf } from '../instances/port-of.ts';

export type SmtpStandIn = {
  port: number;
  /** Newest last. */
  received: ParsedMail[];
  /** Answers `RCPT TO` of this address with this status. */
  answer: (address: string, status: number) => void;
  /** Answers every `MAIL FROM` with this status. */
  answerSenders: (status: number) => void;
  stop: () => Promise<void>;
};

async function read(stream: Readable, received: ParsedMail[]): Promise<void> {
  received.push(await simpleParser(stream));
}

/** A mail server on this machine, in memory. */
export async function startSmtpStandIn(options: SMTPServerOptions = {}): Promise<SmtpStandIn> {
  const received: ParsedMail[] = [];
  const statuses = new Map<string, number>();
  let senderStatus: number | undefined;
  const refusal = (status: number, address: string) =>
    Object.assign(new Error(`no ${address}`), { responseCode: status });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    ...options,
    onMailFrom: ({ address }, _session, done) => done(senderStatus ? refusal(senderStatus, address) : undefined),
    onRcptTo: ({ address }, _session, done) => {
      const status = statuses.get(address);
      done(status ? refusal(status, address) : undefined);
    },
    onData: (stream, _session, done) => callbackify(read)(stream, received, done),
  });
  // Clients that drop the line are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: portOf(server.server),
    received,
    answer: (address, status) => void statuses.set(address, status),
    answerSenders: (status) => {
      senderStatus = status;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
