import { describe, expect, it } from 'vitest';
import { SmsRefused, SmsUnavailable, type Sms } from './sms.ts';

export type SmsWorld = {
  sms: Sms;
  /** Newest last. */
  received: () => { to: string; text: string }[];
  refuse: (number: string) => void;
  stopGateway: () => Promise<void>;
  end: () => Promise<void>;
};

const message = { to: '+33612345678', text: 'Pérenne : votre code est 482913.' };

/** The promises of every way of sending SMS. */
export function smsSuite(name: string, open: () => Promise<SmsWorld>): void {
  describe(`SMS: ${name}`, () => {
    const withWorld = (test: (world: SmsWorld) => Promise<void>) => async () => {
      const world = await open();
      try {
        await test(world);
      } finally {
        await world.end();
      }
    };

    it(
      'delivers a message as it was written',
      withWorld(async ({ sms, received }) => {
        await sms.check();
        await sms.send(message);
        expect(received()).toEqual([message]);
      }),
    );

    it(
      'tells a number that is refused for good, without naming it',
      withWorld(async ({ sms, refuse, received }) => {
        refuse(message.to);
        const failure = await sms.send(message).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(SmsRefused);
        expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('612345678');
        expect(received()).toEqual([]);
      }),
    );

    it(
      'asks to come back later when the gateway is away',
      withWorld(async ({ sms, stopGateway }) => {
        await stopGateway();
        await expect(sms.send(message)).rejects.toBeInstanceOf(SmsUnavailable);
        await expect(sms.check()).rejects.toBeInstanceOf(SmsUnavailable);
      }),
    );
  });
}
