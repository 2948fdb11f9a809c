import { expect, it } from 'vitest';
import { fakeMail } from '../../testing/fakes/fake-mail.ts';
import { startSmtpStandIn } from '../../testing/servers/smtp-stand-in.ts';
import { mailSuite } from './mail.suite.ts';
import { MailRefused, MailUnavailable } from './mail.ts';
import { connectSmtp } from './smtp.ts';

const from = 'Pérenne <ne-pas-repondre@perenne.example>';
const message = { to: 'camille@example.org', subject: 'Bonjour', text: 'Bonjour', html: '<p>Bonjour</p>' };

mailSuite('in memory', async () => {
  const mail = fakeMail();
  return {
    mail,
    received: async () => mail.sent,
    refuse: mail.refuse,
    stopServer: async () => mail.setDown(true),
    end: () => mail.close(),
  };
});

mailSuite('SMTP', async () => {
  const server = await startSmtpStandIn();
  const mail = connectSmtp(`smtp://127.0.0.1:${server.port}`, { from });
  return {
    mail,
    received: async () =>
      server.received.map(({ to, subject = '', text = '', html }) => ({
        to: [to]
          .flat()
          .map((one) => one?.text)
          .join(),
        subject,
        text,
        html: html || '',
      })),
    refuse: (address) => server.answer(address, 550),
    stopServer: server.stop,
    end: async () => {
      await mail.close();
      await server.stop();
    },
  };
});

it('signs with the address of the service, as a machine, and the same for each attempt', async () => {
  const server = await startSmtpStandIn();
  const mail = connectSmtp(`smtp://127.0.0.1:${server.port}`, { from });
  await mail.send({ id: '0199-1', ...message });
  const [received] = server.received;
  expect(received?.from?.text).toContain('ne-pas-repondre@perenne.example');
  expect(received?.messageId).toBe('<0199-1@perenne.example>');
  expect(received?.headers.get('auto-submitted')).toBe('auto-generated');
  await mail.close();
  await server.stop();
});

it('comes back later for a full mailbox, and for a refusal that is about us', async () => {
  const server = await startSmtpStandIn();
  const mail = connectSmtp(`smtp://127.0.0.1:${server.port}`, { from });
  server.answer(message.to, 452);
  await expect(mail.send(message)).rejects.toBeInstanceOf(MailUnavailable);
  server.answer(message.to, 550);
  await expect(mail.send(message)).rejects.toBeInstanceOf(MailRefused);
  server.answerSenders(550);
  await expect(mail.send(message)).rejects.toBeInstanceOf(MailUnavailable);
  await mail.close();
  await server.stop();
});

it('sends again through a server that has come back', async () => {
  const server = await startSmtpStandIn();
  const mail = connectSmtp(`smtp://127.0.0.1:${server.port}`, { from });
  await mail.send(message);
  await server.stop();
  await expect(mail.send(message)).rejects.toBeInstanceOf(MailUnavailable);
  await mail.close();
});

it('asks a server elsewhere for TLS, and signs in nowhere without', async () => {
  const server = await startSmtpStandIn({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
  });
  // Another name of this machine, which is not taken for it.
  const mail = connectSmtp(`smtp://user:secret@127.0.0.2:${server.port}`, { from });
  const failure = await mail.check().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailUnavailable);
  expect(String(failure)).not.toContain('secret');
  await mail.close();
  await server.stop();
});

it.each(['http://example.org', 'smtp.example.org', 'smtp://', ''])('refuses %j as a server', (url) => {
  expect(() => connectSmtp(url, { from })).toThrow('SMTP_URL');
});
