import { describe, expect, it } from 'vitest';
import { MailRefused, MailUnavailable, type Mail } from './mail.ts';

type Received = { to: string; subject: string; text: string; html: string };

export type MailWorld = {
  mail: Mail;
  /** Newest last. */
  received: () => Promise<Received[]>;
  refuse: (address: string) => void;
  stopServer: () => Promise<void>;
  end: () => Promise<void>;
};

const message = {
  to: 'camille.roy@example.org',
  subject: 'Votre code à usage unique — étape 2',
  text: 'Votre code est 482913.\n',
  html: '<p>Votre code est <b>482913</b>.</p>',
};

/** The promises of every way of sending mails. */
export function mailSuite(name: string, open: () => Promise<MailWorld>): void {
  describe(`mail: ${name}`, () => {
    const withWorld = (test: (world: MailWorld) => Promise<void>) => async () => {
      const world = await open();
      try {
        await test(world);
      } finally {
        await world.end();
      }
    };

    it(
      'delivers a message as it was written',
      withWorld(async ({ mail, received }) => {
        await mail.check();
        await mail.send(message);
        expect(await received()).toEqual([message]);
      }),
    );

    it(
      'delivers many messages at once, each to its recipient',
      withWorld(async ({ mail, received }) => {
        const to = Array.from({ length: 30 }, (_, at) => `person${at}@example.org`);
        await Promise.all(to.map((address) => mail.send({ ...message, to: address })));
        expect(new Set((await received()).map((one) => one.to))).toEqual(new Set(to));
      }),
    );

    it(
      'tells a recipient who is refused for good, without naming them',
      withWorld(async ({ mail, refuse, received }) => {
        refuse(message.to);
        const failure = await mail.send(message).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(MailRefused);
        expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('camille');
        expect(await received()).toEqual([]);
      }),
    );

    it.each(['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org', 'Name <a@example.org>', 'nobody'])(
      'refuses %j as a recipient',
      (to) =>
        withWorld(async ({ mail, received }) => {
          await expect(mail.send({ ...message, to })).rejects.toBeInstanceOf(MailRefused);
          expect(await received()).toEqual([]);
        })(),
    );

    it(
      'refuses a subject that would add a header',
      withWorld(async ({ mail }) => {
        const subject = 'Bonjour\r\nBcc: eve@example.org';
        await expect(mail.send({ ...message, subject })).rejects.toBeInstanceOf(MailRefused);
      }),
    );

    it(
      'asks to come back later when the server is away',
      withWorld(async ({ mail, stopServer }) => {
        await stopServer();
        await expect(mail.send(message)).rejects.toBeInstanceOf(MailUnavailable);
        await expect(mail.check()).rejects.toBeInstanceOf(MailUnavailable);
      }),
    );
  });
}
