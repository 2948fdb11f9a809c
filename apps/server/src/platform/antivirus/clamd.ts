import type { NetConnectOpts } from 'node:net';
import type { Log } from '../log.ts';
import { StartError } from '../start-error.ts';
import { AntivirusUnavailable, ScanInterrupted } from './antivirus.ts';
import type { Antivirus, Scan, Verdict } from './antivirus.ts';
import { ClamdConnection } from './clamd-connection.ts';
import type { ClamdDeadlines } from './clamd-connection.ts';
import { LimitsProof, unfinishedScan } from './limits-proof.ts';
import { ScanTurns, type ScanTurn, type ScanTurnsSettings } from './scan-turns.ts';

/** Scanning after the last byte may take clamd up to its MaxScanTime, 120 seconds by default. */
const usualDeadlines: ClamdDeadlines = { idleMs: 30_000, totalMs: 150_000 };

/** Fewer than the ten threads that clamd has by default, all processes of an instance together. */
const scansAtOnce = 8;

type ClamdSettings = Partial<ClamdDeadlines> & {
  log?: Log;
  /** How many processes of this instance ask the same clamd. */
  processes?: number;
  turns?: Partial<ScanTurnsSettings>;
};

const endOfStream = Buffer.alloc(4);

/** With `ExtendedDetectionInfo yes` clamd adds the digest and the size of what it found. */
const fileDetails = /\([0-9a-f]+:\d+\)$/;

/**
 * A clamd at `tcp://host:port` or `unix:/path`, asked by INSTREAM: contents are never written where
 * this process could leave them. clamd's StreamMaxLength, MaxScanSize and MaxFileSize must be above
 * the largest upload, and `AlertExceedsMax yes`, or what it skips would count as clean: a clamd without
 * it is refused.
 * https://docs.clamav.net/manual/Usage/Scanning.html#clamd
 *
 * @throws {StartError} not such an address
 */
export function connectClamd(url: string, settings: ClamdSettings = {}): Antivirus {
  const { log, processes = 1, turns, ...deadlines } = settings;
  const address = readAddress(url);
  const connection = async (): Promise<ClamdConnection> => {
    const clamd = new ClamdConnection(address, { ...usualDeadlines, ...deadlines });
    await clamd.connected();
    return clamd;
  };
  const stream = async (): Promise<ClamdConnection> => {
    const clamd = await connection();
    await clamd.send(Buffer.from('zINSTREAM\0'));
    return clamd;
  };
  const proof = new LimitsProof(async (probe) => {
    const clamd = await stream();
    await clamd.send(lengthOf(probe), probe, endOfStream);
    return clamd.answer();
  }, log);
  const atOnce = Math.max(1, Math.floor(scansAtOnce / processes));
  const scanTurns = new ScanTurns({ atOnce, keptMs: 1_000, waitMs: 60_000, ...turns });
  return {
    enabled: true,
    async begin({ party, mayInterrupt } = { party: '', mayInterrupt: false }) {
      await proof.require();
      let clamd: ClamdConnection | undefined;
      const turn = await scanTurns.take(party, mayInterrupt ? () => clamd?.close() : undefined);
      try {
        clamd = await stream();
        return new ClamdScan(clamd, proof, turn);
      } catch (error) {
        turn.end();
        proof.forget();
        throw error;
      }
    },
    async check() {
      const clamd = await connection();
      await clamd.send(Buffer.from('zPING\0'));
      const answer = await clamd.answer();
      if (answer !== 'PONG') throw new AntivirusUnavailable(`The antivirus answered: ${answer}`);
      await proof.require();
    },
  };
}

class ClamdScan implements Scan {
  readonly #clamd: ClamdConnection;
  readonly #proof: LimitsProof;
  readonly #turn: ScanTurn;

  constructor(clamd: ClamdConnection, proof: LimitsProof, turn: ScanTurn) {
    this.#clamd = clamd;
    this.#proof = proof;
    this.#turn = turn;
  }

  async write(chunk: Uint8Array): Promise<void> {
    // A length of zero would end the stream.
    if (chunk.length === 0) return;
    await this.#orForget(this.#clamd.send(lengthOf(chunk), chunk));
    this.#turn.add(chunk.length);
  }

  async finish(): Promise<Verdict> {
    this.#turn.complete();
    try {
      await this.#orForget(this.#clamd.send(endOfStream));
      return readVerdict(await this.#orForget(this.#clamd.answer()));
    } finally {
      this.#turn.end();
    }
  }

  async #orForget<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (this.#turn.isInterrupted) throw new ScanInterrupted();
      this.#proof.forget();
      throw error;
    }
  }

  abort(): void {
    this.#clamd.close();
    this.#turn.end();
  }
}

/** Anything but the two answers that clamd is known to give after a complete scan is no verdict. */
export function readVerdict(answer: string): Verdict {
  if (answer === 'stream: OK') return { verdict: 'clean' };
  const signature = /^stream: (\S.*) FOUND$/.exec(answer)?.[1];
  if (!signature || signature.startsWith(unfinishedScan))
    throw new AntivirusUnavailable(`The antivirus gave no verdict: ${answer}`);
  return { verdict: 'infected', signature: signature.replace(fileDetails, '') };
}

function lengthOf(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

function readAddress(url: string): NetConnectOpts {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(url)?.[1];
  if (path) return { path };
  const tcp = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^:/[\]]+):(\d{1,5})$/i.exec(url);
  const [, host, port] = tcp ?? [];
  if (!host || !port) throw new StartError('The address of clamd is neither tcp://host:port nor unix:/path');
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}
