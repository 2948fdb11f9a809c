/**
 * Names for the statements that come again and again: PostgreSQL parses and plans a named one once
 * for each connection. A text has one name and a name one text, for the life of the process; what
 * comes seldom, and what comes when all names are given, goes without.
 */
export class StatementNames {
  readonly #most: number;
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  constructor(most = 200) {
    this.#most = most;
  }

  /** The name of a text, or undefined while it goes without; the names are short and differ. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size >= this.#most) return name;
    return this.#countUse(text) ? this.#give(text) : undefined;
  }

  #give(text: string): string {
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    this.#uses.delete(text);
    return name;
  }

  /** Whether a text has come often enough. Texts that were counted long ago are forgotten in their turn. */
  #countUse(text: string): boolean {
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.delete(text);
    this.#uses.set(text, uses);
    const oldest = this.#uses.size > countedAtMost ? this.#uses.keys().next().value : undefined;
    if (oldest !== undefined) this.#uses.delete(oldest);
    return uses >= usesForAName && !answersOpenColumns(text);
  }
}

const usesForAName = 5;
const countedAtMost = 500;

/**
 * A named statement fails once a migration gives its table a column that it answers with. A star inside of parentheses
 * or of a text is not among the columns of the answer.
 */
const answersOpenColumns = (text: string): boolean => /(select|returning|\.|,) *\*/i.test(outermost(text));

function outermost(text: string): string {
  const without = text.replaceAll(/'[^']*'|\([^'()]*\)/g, '');
  return without === text ? text : outermost(without);
}
