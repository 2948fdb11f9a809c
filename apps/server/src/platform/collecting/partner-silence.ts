import type { Socket } from 'node:net';

const ticks = 15;

export type Patience = {
  /** How long nothing comes or goes where a partner hangs. */
  silentMs: number;
  /** Whether the collector waits for this side: the partner is not asked for anything then. */
  isOurTurn: () => boolean;
};

/**
 * Calls back once a partner has been silent for that long. It counts in ticks: a pause of this process, or bytes that
 * have come and that nobody has read yet, are no silence of the partner's.
 */
export function watchSilence(socket: Socket, { silentMs, isOurTurn }: Patience, onSilent: () => void): void {
  let moved = 0;
  let passed = 0;
  const timer = setInterval(() => {
    const movedNow = socket.bytesRead + socket.bytesWritten;
    const isSilent = movedNow === moved && socket.readableLength === 0 && !isOurTurn();
    moved = movedNow;
    passed = isSilent ? passed + 1 : 0;
    if (passed >= ticks) onSilent();
  }, silentMs / ticks);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}
