import { answerHeadBytes, answerKinds } from './protocol.ts';
import type { Reading, Wanted } from './reading.ts';

const longestPictureBytes = 400_000;
const longestPageBytes = 12_000_000;
/** What may come besides the picture. */
const longestRestBytes = 3_600_000;

/** What comes back is believed no more than the content was: its size and its shape are looked at. */
export class Answers {
  readonly reading: Reading = { picture: null, text: null };
  #waiting: Buffer = Buffer.alloc(0);
  #receivedBytes = 0;
  readonly #longestPictureBytes: number;
  hasEnded = false;

  constructor({ page }: Pick<Wanted, 'page'>) {
    this.#longestPictureBytes = page === undefined ? longestPictureBytes : longestPageBytes;
  }

  /** False where what came is no answer. */
  take(chunk: Buffer): boolean {
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > this.#longestPictureBytes + longestRestBytes || this.hasEnded) return false;
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    while (this.#waiting.length >= answerHeadBytes) {
      const end = answerHeadBytes + this.#waiting.readUInt32LE(1);
      if (this.#waiting.length < end) break;
      if (!this.#keep(this.#waiting[0], this.#waiting.subarray(answerHeadBytes, end))) return false;
      this.#waiting = this.#waiting.subarray(end);
    }
    return true;
  }

  #keep(kind: number | undefined, bytes: Buffer): boolean {
    if (kind === answerKinds.end) this.hasEnded = true;
    else if (kind === answerKinds.text) this.reading.text = bytes.toString('utf8');
    else if (kind === answerKinds.count && bytes.length === 4) this.reading.pageCount = bytes.readUInt32LE(0);
    else if (kind === answerKinds.picture && this.#isPicture(bytes)) this.reading.picture = Buffer.from(bytes);
    else return false;
    return true;
  }

  #isPicture(bytes: Buffer): boolean {
    return bytes.length <= this.#longestPictureBytes && isWebp(bytes);
  }
}

const isWebp = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP'));
