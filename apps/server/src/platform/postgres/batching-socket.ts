import { Socket } from 'node:net';

/**
 * Sends the statements of one turn in one piece: those that a transaction does not wait between
 * reach PostgreSQL together, and wake it once. The client corks its socket around each statement;
 * here each cork is drawn when the turn is over.
 */
export class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}
