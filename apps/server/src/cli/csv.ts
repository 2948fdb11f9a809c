import { CommandFailed } from './command.ts';

export type CsvRow = Record<string, string>;

/**
 * The rows of a CSV file with a line of headings (RFC 4180), separated by commas or, as spreadsheets
 * write in French, semicolons. A byte order mark and empty lines are left out.
 * @throws {CommandFailed} a row with another number of cells than the headings, or an open quote
 */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let headings: string[] | undefined;
  let row = 0;
  for await (const cells of splitRecords(chunks)) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (!headings) {
      headings = cells.map((cell) => cell.trim());
      continue;
    }
    row += 1;
    if (cells.length !== headings.length)
      throw new CommandFailed(`Row ${row} has ${cells.length} cells where the headings are ${headings.length}.`);
    yield Object.fromEntries(headings.map((heading, index) => [heading, (cells[index] ?? '').trim()]));
  }
}

async function* splitRecords(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  const record = new RecordReader();
  for await (const chunk of chunks) for (const character of chunk) if (record.take(character)) yield record.finish();
  if (record.isQuoted) throw new CommandFailed('A quote is opened and never closed.');
  if (!record.isEmpty) yield record.finish();
}

/** Reads a record character by character. The separator is the first one that the headings show. */
class RecordReader {
  #cells: string[] = [];
  #cell = '';
  #separator: string | undefined;
  #state: 'plain' | 'quoted' | 'closing' = 'plain';
  #isFirst = true;

  get isQuoted(): boolean {
    return this.#state === 'quoted';
  }

  get isEmpty(): boolean {
    return this.#cells.length === 0 && this.#cell === '';
  }

  /** True at the end of a record. */
  take(character: string): boolean {
    const isMark = this.#isFirst && character === '\ufeff';
    this.#isFirst = false;
    if (isMark) return false;
    if (this.#state === 'quoted') this.#takeQuoted(character);
    else if (character === '\n') return true;
    else this.#takePlain(character);
    return false;
  }

  #takeQuoted(character: string): void {
    if (character === '"') this.#state = 'closing';
    else this.#cell += character;
  }

  #takePlain(character: string): void {
    if (character === '"') this.#takeQuote();
    else if (this.#isSeparator(character)) this.#endCell();
    else if (character !== '\r') this.#cell += character;
  }

  /** Opens a cell; inside one, a doubled quote is a quote. */
  #takeQuote(): void {
    if (this.#state === 'closing') this.#cell += '"';
    this.#state = this.#state === 'plain' && this.#cell !== '' ? 'plain' : 'quoted';
    if (this.#state === 'plain') this.#cell += '"';
  }

  #isSeparator(character: string): boolean {
    if (this.#separator === undefined && (character === ',' || character === ';')) this.#separator = character;
    return character === this.#separator;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'plain';
  }

  finish(): string[] {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }
}
