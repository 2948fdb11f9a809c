import { inPieces, type ListRow, type ListRows } from './list-rows.ts';

type Piece = readonly ListRow[];

/** The place of a row: its piece, and how many rows and pixels come before that. */
interface Place {
  piece: Piece;
  row: number;
  top: number;
}

/**
 * The offsets of rows, one below the other, in px from the top of their list: each of its usual height, or as
 * measured. A list of 100,000 that grows by a page costs a page, and a question costs a walk over its pages.
 */
export class RowOffsets {
  readonly #usual: Record<ListRow['kind'], number>;
  /** Those that are not of their usual height, by key: a row that moves keeps its own. */
  readonly #measured = new Map<string, number>();
  readonly #heights = new WeakMap<Piece, number>();
  #rows: ListRows = inPieces([]);
  #top = 0;

  constructor(usual: Record<ListRow['kind'], number>) {
    this.#usual = usual;
  }

  /** The rows that are asked about from now on. */
  show(rows: ListRows): void {
    this.#rows = rows;
  }

  /** The beginning of the list in its page. */
  get top(): number {
    return this.#top;
  }

  beginAt(top: number): void {
    this.#top = top;
  }

  get total(): number {
    return this.#rows.pieces.reduce((sum, piece) => sum + this.#heightOf(piece), 0);
  }

  startOf(index: number): number {
    const { piece, row, top } = this.#placeOf(index);
    return piece.slice(0, row).reduce((sum, each) => sum + this.#sizeOf(each), top);
  }

  endOf(index: number): number {
    const row = this.#rows.at(index);
    return this.startOf(index) + (row ? this.#sizeOf(row) : 0);
  }

  /** The row at so many px; the first one above the list, the last one below it. */
  indexAt(offset: number): number {
    let index = 0;
    let top = 0;
    for (const piece of this.#rows.pieces) {
      const height = this.#heightOf(piece);
      if (top + height <= offset) {
        top += height;
        index += piece.length;
        continue;
      }
      for (const row of piece) {
        top += this.#sizeOf(row);
        if (top > offset) return index;
        index += 1;
      }
    }
    return Math.max(0, this.#rows.length - 1);
  }

  /** Returns by how many px all that is below moves. */
  resize(index: number, size: number): number {
    const row = this.#rows.at(index);
    const moved = row ? size - this.#sizeOf(row) : 0;
    if (!row || moved === 0) return 0;
    this.#measured.set(row.key, size);
    this.#heights.delete(this.#placeOf(index).piece);
    return moved;
  }

  #placeOf(index: number): Place {
    let row = index;
    let top = 0;
    for (const piece of this.#rows.pieces) {
      if (row < piece.length) return { piece, row, top };
      row -= piece.length;
      top += this.#heightOf(piece);
    }
    return { piece: [], row: 0, top };
  }

  #heightOf(piece: Piece): number {
    const known = this.#heights.get(piece);
    if (known !== undefined) return known;
    const height = piece.reduce((sum, row) => sum + this.#sizeOf(row), 0);
    this.#heights.set(piece, height);
    return height;
  }

  #sizeOf({ key, kind }: ListRow): number {
    return this.#measured.get(key) ?? this.#usual[kind];
  }
}
