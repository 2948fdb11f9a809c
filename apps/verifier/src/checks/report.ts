import type { Facts } from './facts.ts';

/** `open`: it could not be checked, or it says less than it could. */
export type Outcome = 'holds' | 'fails' | 'open';

export type Section = 'files' | 'manifest' | 'signature' | 'stamp' | 'journal' | 'proof' | 'attestation' | 'document';

export type Code = keyof Facts;
/** What the page says, whatever its language: `messages/` has the words. */
export type Sentence = { [C in Code]: { code: C; facts: Facts[C] } }[Code];
export type Finding = Sentence & { outcome: Outcome; section: Section };

export type Kind = 'archive' | 'proof' | 'attestation' | 'journal' | 'certificates' | 'document';

/** Somebody on whose word a finding relies. */
export type Witness = {
  role: 'seal' | 'timestamp';
  subject: string;
  issuer: string;
  /** The SHA-256 of the certificate, in hex. */
  fingerprint: string;
  from: Date;
  to: Date;
  /** The certificate at the end of the chain; null where the chain has no end in the file. */
  root: { subject: string; fingerprint: string } | null;
  /** It signed its own certificate: nobody else vouches for it. */
  isSelfSigned: boolean;
  /** It says of itself that it serves a demonstration. */
  isDemonstration: boolean;
  /** Whether the reader gave a certificate of its chain to compare with. */
  isGiven: boolean;
};

export type Report = {
  name: string;
  sizeBytes: number;
  kind: Kind;
  findings: Finding[];
  witnesses: Witness[];
};

/** What does not hold, thrown from wherever it is found. */
export class Broken extends Error {
  readonly sentence: Sentence;
  readonly outcome: Outcome;

  constructor(sentence: Sentence, outcome: Outcome = 'fails') {
    super(sentence.code);
    this.sentence = sentence;
    this.outcome = outcome;
  }
}

/** Gathers what the checks of one file find. */
export class Findings {
  readonly list: Finding[] = [];
  readonly #witnesses = new Map<string, Witness>();

  add(section: Section, outcome: Outcome, sentence: Sentence): void {
    this.list.push({ ...sentence, section, outcome });
  }

  rely(witness: Witness): void {
    this.#witnesses.set(`${witness.role} ${witness.fingerprint}`, witness);
  }

  get witnesses(): Witness[] {
    return [...this.#witnesses.values()];
  }

  addAll(others: Findings): void {
    this.list.push(...others.list);
    for (const witness of others.witnesses) this.rely(witness);
  }

  /** Runs a check; what it throws as `Broken` is a finding. Null where it was broken. */
  async try<Result>(section: Section, check: () => Promise<Result> | Result): Promise<Result | null> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.add(section, error.outcome, error.sentence);
      return null;
    }
  }
}
