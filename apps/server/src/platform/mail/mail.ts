export type MailMessage = {
  /** The same for each attempt to send the same message, so that receivers recognise a repetition. */
  id?: string;
  /** One bare address. */
  to: string;
  subject: string;
  text: string;
  html: string;
};

export interface Mail {
  /** Returns once the mail server has taken charge of it. @throws {MailRefused | MailUnavailable} */
  send(message: MailMessage): Promise<void>;
  /** @throws {MailUnavailable} when the server does not answer or does not let us in */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** This message will never reach this recipient, whom it does not name: trying again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly code: string;

  constructor(reason: string, code: string) {
    super(reason);
    this.code = code;
  }
}

/** The mail server cannot be reached, does not let us in, or asks to come back later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
  readonly code: string;

  constructor(reason: string, code: string) {
    super(reason);
    this.code = code;
  }
}

// C0 and C1 controls, and the two line separators of Unicode.
const unsafeInHeader = /[\p{Cc}\u2028\u2029]/u;
const bareAddress = /^[^\s\p{Cc}<>()[\],;:\\"@]+@[^\s\p{Cc}<>()[\],;:\\"@]+$/u;

/** No value can start another header, and an address is one address. @throws {MailRefused} */
export function assertSafeHeaders({ to, subject }: MailMessage): void {
  if (!bareAddress.test(to)) throw new MailRefused('the recipient is not a bare address', 'MalformedAddress');
  if (unsafeInHeader.test(subject)) throw new MailRefused('the subject has control characters', 'MalformedSubject');
}
