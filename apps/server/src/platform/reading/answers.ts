import { readableInvoice } from '@perenne/contract/invoices';
import { answerHeadBytes, answerKinds } from './protocol.ts';
import type { Reading, Wanted } from './reading.ts';

const longestPictureBytes = 400_000;
const longestPageBytes = 12_000_000;
const longestMarkedBytes = 100_000_000;
const longestInvoiceBytes = 8_000;

/** The bytes that may come besides the picture. */
const longestRestBytes = 3_600_000;

/** The answers are believed no more than the content was: their size and their shape are looked at. */
export class Answers {
  readonly reading: Reading = { picture: null, text: null };
  #waiting: Buffer = Buffer.alloc(0);
  /** The bytes that came, joined once there are enough of them for an answer. */
  #chunks: Buffer[] = [];
  #waitingBytes = 0;
  #neededBytes = answerHeadBytes;
  #receivedBytes = 0;
  readonly #longestPictureBytes: number;
  readonly #longestMarkedBytes: number;
  readonly #wantsInvoice: boolean;

  hasEnded = false;

  constructor({ page, mark, invoice: wantsInvoice }: Pick<Wanted, 'page' | 'mark' | 'invoice'>) {
    this.#longestPictureBytes = page === undefined ? longestPictureBytes : longestPageBytes;
    this.#wantsInvoice = wantsInvoice === true;
    this.#longestMarkedBytes = mark === undefined ? 0 : longestMarkedBytes;
  }

  /** False where what came is no answer. */
  take(chunk: Buffer): boolean {
    this.#receivedBytes += chunk.length;
    const longestBytes = this.#longestPictureBytes + this.#longestMarkedBytes + longestRestBytes;
    if (this.#receivedBytes > longestBytes || this.hasEnded) return false;
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes < this.#neededBytes) return true;
    this.#waiting = Buffer.concat(this.#chunks);
    while (this.#waiting.length >= answerHeadBytes) {
      const end = answerHeadBytes + this.#waiting.readUInt32LE(1);
      if (this.#waiting.length < end) {
        this.#neededBytes = end;
        break;
      }
      if (!this.#keep(this.#waiting[0], this.#waiting.subarray(answerHeadBytes, end))) return false;
      this.#waiting = this.#waiting.subarray(end);
      this.#neededBytes = answerHeadBytes;
    }
    this.#chunks = [this.#waiting];
    this.#waitingBytes = this.#waiting.length;
    return true;
  }

  #keep(kind: number | undefined, bytes: Buffer): boolean {
    if (kind === answerKinds.end) this.hasEnded = true;
    else if (kind === answerKinds.text) this.reading.text = bytes.toString('utf8');
    else if (kind === answerKinds.count && bytes.length === 4) this.reading.pageCount = bytes.readUInt32LE(0);
    else if (kind === answerKinds.marked && this.#isMarked(bytes)) this.reading.marked = Buffer.from(bytes);
    else if (kind === answerKinds.invoice) return this.#keepInvoice(bytes);
    else if (kind === answerKinds.picture && this.#isPicture(bytes)) this.reading.picture = Buffer.from(bytes);
    else return false;
    return true;
  }

  #keepInvoice(bytes: Buffer): boolean {
    if (!this.#wantsInvoice || bytes.length > longestInvoiceBytes) return false;
    const known = readableInvoice.safeParse(jsonOf(bytes));
    if (known.success) this.reading.invoice = known.data;
    return known.success;
  }

  #isMarked(bytes: Buffer): boolean {
    return bytes.length <= this.#longestMarkedBytes && (isPdf(bytes) || isJpeg(bytes));
  }

  #isPicture(bytes: Buffer): boolean {
    return bytes.length <= this.#longestPictureBytes && isWebp(bytes);
  }
}

/** Undefined where it is none. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).equals(Buffer.from('%PDF-'));
const isJpeg = (bytes: Buffer): boolean => bytes.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff));
const isWebp = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('RIFF')) && bytes.subarray(8, 12).equals(Buffer.from('WEBP'));
