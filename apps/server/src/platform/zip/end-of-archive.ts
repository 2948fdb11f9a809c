import { versionNeeded, type Written } from './format.ts';

const beyond = 0xffff_ffff;
/** Made as on Unix: a plain file that its owner may write and everybody read. */
const madeBy = (3 << 8) | versionNeeded;
const plainFile = 0o100644 * 0x1_0000;

/** So many bytes of the directory are one piece: an archive of 40,000 files is a few hundred objects in memory. */
const pieceBytes = 64 * 1024;

/** The directory of the files, and the record by which a reader finds where it begins. */
export class ArchiveDirectory {
  readonly #pieces: Buffer[] = [];
  /**
   * Entries are copied into memory of their own. Small buffers are parts of a larger one that passing chunks share: kept
   * until a piece is full, each entry would keep 8 KB of them.
   */
  #piece = Buffer.alloc(0);
  #filled = 0;
  #count = 0;

  add(file: Written): void {
    const entry = directoryEntry(file);
    if (this.#filled + entry.length > this.#piece.length) {
      this.#endPiece();
      this.#piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, entry.length));
    }
    entry.copy(this.#piece, this.#filled);
    this.#filled += entry.length;
    this.#count += 1;
  }

  /** `offset` is where the directory begins. */
  endAt(offset: number): Buffer[] {
    this.#endPiece();
    const size = this.#pieces.reduce((sum, { length }) => sum + length, 0);
    const place = { count: this.#count, size, offset };
    const isLarge = place.count >= 0xffff || offset + size >= beyond;
    return [...this.#pieces, ...(isLarge ? [largeEnd(place)] : []), shortEnd(place)];
  }

  #endPiece(): void {
    if (this.#filled > 0) this.#pieces.push(this.#piece.subarray(0, this.#filled));
    this.#filled = 0;
  }
}

function directoryEntry({ name, stamp, flags, crc, size, offset }: Written): Buffer {
  const extra = offset >= beyond ? Buffer.concat([stamp.subarray(4), largeOffset(offset)]) : stamp.subarray(4);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(madeBy, 4);
  head.writeUInt16LE(versionNeeded, 6);
  head.writeUInt16LE(flags, 8);
  stamp.copy(head, 12, 0, 4);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(size, 20);
  head.writeUInt32LE(size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(plainFile, 38);
  head.writeUInt32LE(Math.min(offset, beyond), 42);
  return Buffer.concat([head, name, extra]);
}

function largeOffset(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

type Place = { count: number; size: number; offset: number };

/** The end of a ZIP64 archive and its locator (APPNOTE 4.3.14 and 4.3.15). */
function largeEnd({ count, size, offset }: Place): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x0606_4b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(madeBy, 12);
  end.writeUInt16LE(versionNeeded, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  end.writeUInt32LE(0x0706_4b50, 56);
  end.writeBigUInt64LE(BigInt(offset + size), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

function shortEnd({ count, size, offset }: Place): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(size, beyond), 12);
  end.writeUInt32LE(Math.min(offset, beyond), 16);
  return end;
}
