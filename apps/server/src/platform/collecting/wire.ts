import { Duplex } from 'node:stream';

/**
 * The one pipe between a run's process and its parent carries messages in JSON and the bytes of any number of channels.
 * A frame is its length (4 bytes, little endian), its kind (1), its channel (4), and its bytes. Each side may send a
 * window of bytes on a channel before the other has read them, so neither fills the memory of the other.
 */
const kinds = { message: 1, data: 2, end: 3, credit: 4, reset: 5 } as const;

const headBytes = 9;
const windowBytes = 262_144;
const longestFrameBytes = 65_536;
/** A message holds nothing longer than the memory of a run. */
const longestMessageBytes = 200_000;
const channelsAtMost = 64;
/** As much as all windows: a side that reads never leaves more in the pipe. */
const unreadBytesAtMost = channelsAtMost * windowBytes;

/** The other side does not keep to the protocol: nothing more is read from it. */
export class WireBroken extends Error {
  override readonly name = 'WireBroken';
}

type Frame = { kind: number; channel: number; bytes: Buffer };

export class Wire {
  readonly #stream: Duplex;
  readonly #onMessage: (message: unknown) => void;
  readonly #channels = new Map<number, Channel>();
  #received: Buffer[] = [];
  #receivedBytes = 0;

  /** @param onMessage what the other side says: anything at all */
  constructor(stream: Duplex, onMessage: (message: unknown) => void) {
    this.#stream = stream;
    this.#onMessage = onMessage;
    stream.on('data', (chunk: Buffer) => this.#take(chunk));
    stream.on('error', () => this.close());
    stream.on('close', () => this.close());
  }

  /** `onTaken` is called once the pipe has taken the message, or is closed: not before the other side reads on. */
  send(message: object, onTaken?: () => void): void {
    this.write({ kind: kinds.message, channel: 0, bytes: Buffer.from(JSON.stringify(message)) }, onTaken);
  }

  /** A channel that both sides have agreed upon by message. */
  open(id: number): Channel {
    if (this.#channels.size >= channelsAtMost) throw new WireBroken('too many channels are open');
    const channel = new Channel(id, this);
    this.#channels.set(id, channel);
    channel.once('close', () => this.#channels.delete(id));
    return channel;
  }

  close(): void {
    for (const channel of this.#channels.values()) channel.destroy(new WireBroken('the pipe is closed'));
    this.#stream.destroy();
  }

  write({ kind, channel, bytes }: Frame, onTaken?: () => void): void {
    if (this.#stream.destroyed) return onTaken?.();
    const head = Buffer.alloc(headBytes);
    head.writeUInt32LE(bytes.length, 0);
    head[4] = kind;
    head.writeUInt32LE(channel, 5);
    this.#stream.cork();
    this.#stream.write(head);
    if (bytes.length > 0) this.#stream.write(bytes, onTaken);
    this.#stream.uncork();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    try {
      for (let frame = this.#nextFrame(); frame; frame = this.#nextFrame()) this.#handle(frame);
    } catch (error) {
      this.#stream.destroy(
        error instanceof WireBroken ? error : new WireBroken('a frame cannot be read', { cause: error }),
      );
    }
  }

  #nextFrame(): Frame | null {
    if (this.#receivedBytes < headBytes) return null;
    const [first] = this.#received;
    const all = first && first.length >= headBytes ? first : this.#joined();
    const length = all.readUInt32LE(0);
    const kind = all[4] ?? 0;
    if (length > (kind === kinds.message ? longestMessageBytes : longestFrameBytes))
      throw new WireBroken('a frame is too long');
    if (this.#receivedBytes < headBytes + length) return null;
    const whole = all.length >= headBytes + length ? all : this.#joined();
    const rest = whole.subarray(headBytes + length);
    this.#received.splice(0, 1, ...(rest.length > 0 ? [rest] : []));
    this.#receivedBytes -= headBytes + length;
    return { kind, channel: all.readUInt32LE(5), bytes: whole.subarray(headBytes, headBytes + length) };
  }

  #joined(): Buffer {
    const joined = Buffer.concat(this.#received);
    this.#received = [joined];
    return joined;
  }

  #handle({ kind, channel: id, bytes }: Frame): void {
    // Each frame may have this side send more: one that says it has read, and has not, would fill its memory.
    if (this.#stream.writableLength > unreadBytesAtMost) throw new WireBroken('the other side does not read');
    if (kind === kinds.message) return this.#onMessage(JSON.parse(bytes.toString('utf8')));
    // This side drops the bytes that were under way when it closed a channel.
    const channel = this.#channels.get(id);
    if (kind === kinds.data) channel?.receive(bytes);
    else if (kind === kinds.end) channel?.receive(null);
    else if (kind === kinds.credit && bytes.length === 4) channel?.grant(bytes.readUInt32LE(0));
    else if (kind === kinds.reset) channel?.destroyByOther();
    else throw new WireBroken('a frame of no kind');
  }
}

/** Bytes in both directions. It has the methods of a socket that Node's HTTP client calls. */
export class Channel extends Duplex {
  readonly #id: number;
  readonly #wire: Wire;
  #credit = windowBytes;
  #waiting: (() => void) | null = null;
  #receivedBytes = 0;
  #grantedBytes = 0;
  #isReset = false;
  #isAllReceived = false;

  constructor(id: number, wire: Wire) {
    super({ readableHighWaterMark: windowBytes / 2, writableHighWaterMark: windowBytes / 2, allowHalfOpen: true });
    this.#id = id;
    this.#wire = wire;
    // The other side may end it before anybody reads: a later reader gets the error, and nobody else needs it.
    this.on('error', () => {});
  }

  /** @throws {WireBroken} more than the window allows */
  receive(bytes: Buffer | null): void {
    if (this.destroyed) return;
    this.#receivedBytes += bytes?.length ?? 0;
    if (this.#receivedBytes - this.#grantedBytes > windowBytes) throw new WireBroken('more was sent than is allowed');
    this.#isAllReceived = bytes === null;
    // The buffer is a part of what the pipe gave, which is not kept for it.
    this.push(bytes === null ? null : Buffer.from(bytes));
    this.#grantConsumed();
  }

  /** @throws {WireBroken} more than was sent: its window would have no end */
  grant(bytes: number): void {
    this.#credit += bytes;
    if (this.#credit > windowBytes) throw new WireBroken('more was granted than was sent');
    const goOn = this.#waiting;
    this.#waiting = null;
    goOn?.();
  }

  /** A reader still gets all bytes that came before the other side's end. */
  destroyByOther(): void {
    this.#isReset = true;
    const destroy = () => this.destroy(new Error('the other side has ended the connection'));
    if (this.#isAllReceived && !this.readableEnded) this.once('end', destroy);
    else destroy();
  }

  override read(size?: number): unknown {
    const chunk: unknown = super.read(size);
    this.#grantConsumed();
    return chunk;
  }

  /** Bytes are pushed as they come: a reader slows them by the window alone. */
  override _read(): void {}

  /** Gives back the part of the window that has been read, once it is worth a frame. */
  #grantConsumed(): void {
    const consumed = this.#receivedBytes - this.readableLength - this.#grantedBytes;
    if (consumed < windowBytes / 4) return;
    this.#grantedBytes += consumed;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(consumed);
    this.#wire.write({ kind: kinds.credit, channel: this.#id, bytes });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    let at = 0;
    const goOn = (): void => {
      while (at < chunk.length) {
        const size = Math.min(this.#credit, longestFrameBytes, chunk.length - at);
        if (size === 0) {
          this.#waiting = goOn;
          return;
        }
        this.#credit -= size;
        this.#wire.write({ kind: kinds.data, channel: this.#id, bytes: chunk.subarray(at, at + size) });
        at += size;
      }
      done();
    };
    goOn();
  }

  override _final(done: () => void): void {
    this.#wire.write({ kind: kinds.end, channel: this.#id, bytes: Buffer.alloc(0) });
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const isWhole = this.readableEnded && this.writableFinished;
    if (!isWhole && !this.#isReset) this.#wire.write({ kind: kinds.reset, channel: this.#id, bytes: Buffer.alloc(0) });
    done(error);
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
