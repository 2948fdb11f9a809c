import { SmsRefused, SmsUnavailable, type Sms, type SmsMessage } from '../../platform/sms/sms.ts';

export type FakeSms = Sms & {
  /** Newest last. */
  sent: SmsMessage[];
  /** Nobody has this number any more. */
  refuse: (number: string) => void;
  setDown: (isDown: boolean) => void;
};

/** An SMS gateway in memory. */
export function fakeSms(): FakeSms {
  const sent: SmsMessage[] = [];
  const refused = new Set<string>();
  let isDown = false;
  const assertUp = () => {
    if (isDown) throw new SmsUnavailable('the fake gateway is down', '503');
  };
  return {
    sent,
    refuse: (number) => refused.add(number),
    setDown: (down) => {
      isDown = down;
    },
    send: async (message) => {
      assertUp();
      if (refused.has(message.to)) throw new SmsRefused('nobody has this number', '422');
      sent.push(message);
    },
    check: async () => assertUp(),
  };
}
