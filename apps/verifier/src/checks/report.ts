import type { Facts } from './facts.ts';
import { keep } from './keep.ts';

/** `open`: it could not be checked, or it says less than it could. */
export type Outcome = 'holds' | 'fails' | 'open';

export type Code = keyof Facts;
/** A sentence of the page, whatever its language: `messages/` has the words. */
export type Sentence = { [C in Code]: { code: C; facts: Facts[C] } }[Code];
export type Finding = Sentence & { outcome: Outcome };

export type Kind =
  | 'archive'
  | 'proof'
  | 'attestation'
  | 'journal'
  | 'checkpoints'
  | 'consistency'
  | 'certificates'
  | 'document';

/** Somebody on whose word a finding relies. */
export type Witness = {
  role: 'seal' | 'timestamp';
  /** As people call it. */
  name: string;
  subject: string;
  issuer: string;
  /** The SHA-256 of the certificate, in hex. */
  fingerprint: string;
  from: Date;
  to: Date;
  /** When the first certificate of its chain ends. */
  endsAt: Date;
  /** The certificate at the end of the chain; null where the chain has no end in the file. */
  root: { subject: string; fingerprint: string } | null;
  /** It signed its own certificate: nobody else vouches for it. */
  isSelfSigned: boolean;
  /** It says of itself that it serves a demonstration. */
  isDemonstration: boolean;
  /** The name of the certificate that the reader gave and its chain meets; null where it is not compared. */
  confirmedBy: string | null;
};

export type Report = {
  name: string;
  sizeBytes: number;
  kind: Kind;
  findings: Finding[];
  witnesses: Witness[];
};

/** Something does not hold: thrown from wherever it is found. */
export class Broken extends Error {
  readonly sentence: Sentence;
  readonly outcome: Outcome = 'fails';

  constructor(...[code, facts]: Said) {
    super(code);
    this.sentence = { code, facts } as Sentence;
  }
}

/** Something cannot be checked here, and is not broken for that. */
export class Unchecked extends Broken {
  override readonly outcome = 'open';
}

/** A code with the facts that its sentence needs. */
type Said = { [C in Code]: [code: C, facts: Facts[C]] }[Code];

/** Gathers the findings of one file. A finding of several lists is kept once, as the first shows it. */
export class Findings {
  readonly #said = new Map<string, Finding>();
  readonly #witnesses = new Map<string, Witness>();

  holds = (...said: Said): void => this.#add('holds', said);
  fails = (...said: Said): void => this.#add('fails', said);
  leavesOpen = (...said: Said): void => this.#add('open', said);

  #add(outcome: Outcome, [code, facts]: Said): void {
    const { list: _list, ...others } = { list: '', ...facts };
    keep(this.#said, `${outcome} ${code} ${JSON.stringify(others)}`, () => ({ code, facts, outcome }) as Finding);
  }

  /** Adds those of a part that was checked apart. */
  take(findings: readonly Finding[], witnesses: readonly Witness[] = []): void {
    for (const { outcome, code, facts } of findings) this.#add(outcome, [code, facts] as Said);
    for (const witness of witnesses) this.rely(witness);
  }

  rely(witness: Witness): void {
    this.#witnesses.set(`${witness.role} ${witness.fingerprint}`, witness);
  }

  /** Whether nothing fails so far. */
  get isSound(): boolean {
    return this.list.every(({ outcome }) => outcome !== 'fails');
  }

  get list(): Finding[] {
    return [...this.#said.values()];
  }

  get witnesses(): Witness[] {
    return [...this.#witnesses.values()];
  }

  /** Runs a check; what it throws as `Broken` is a finding. Null where it was broken. */
  async try<Result>(check: () => Promise<Result>): Promise<Result | null> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      const { outcome, sentence } = error;
      this.#add(outcome, [sentence.code, sentence.facts] as Said);
      return null;
    }
  }
}
