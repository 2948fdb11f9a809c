export type SmsMessage = {
  /** The same for each attempt to send the same message. */
  id?: string;
  /** E.164. */
  to: string;
  text: string;
};

export interface Sms {
  /** Returns once the gateway has taken charge of it. @throws {SmsRefused | SmsUnavailable} */
  send(message: SmsMessage): Promise<void>;
  /** @throws {SmsUnavailable} when the gateway does not answer or does not let us in */
  check(): Promise<void>;
}

/** This message will never reach this number, which it does not name: trying again is of no use. */
export class SmsRefused extends Error {
  override readonly name = 'SmsRefused';
  readonly code: string;

  constructor(reason: string, code: string) {
    super(reason);
    this.code = code;
  }
}

/** The gateway cannot be reached, does not let us in, or asks to come back later. */
export class SmsUnavailable extends Error {
  override readonly name = 'SmsUnavailable';
  readonly code: string;

  constructor(reason: string, code: string) {
    super(reason);
    this.code = code;
  }
}
