import {
  assertSafeHeaders,
  MailRefused,
  MailUnavailable,
  type Mail,
  type MailMessage,
} from '../../platform/mail/mail.ts';

export type FakeMail = Mail & {
  /** Newest last. */
  sent: MailMessage[];
  /** Nobody lives at this address any more. */
  refuse: (address: string) => void;
  setDown: (isDown: boolean) => void;
};

/** A mail server in memory. */
export function fakeMail(): FakeMail {
  const sent: MailMessage[] = [];
  const refused = new Set<string>();
  let isDown = false;
  const assertUp = () => {
    if (isDown) throw new MailUnavailable('the fake mail server is down', 'ECONNECTION');
  };
  return {
    sent,
    refuse: (address) => refused.add(address),
    setDown: (down) => {
      isDown = down;
    },
    send: async (message) => {
      assertSafeHeaders(message);
      assertUp();
      if (refused.has(message.to)) throw new MailRefused('nobody lives there', '550');
      sent.push(message);
    },
    check: async () => assertUp(),
    close: async () => {},
  };
}
