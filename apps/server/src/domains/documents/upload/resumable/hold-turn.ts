import type { Platform } from '../../../../platform/platform.ts';
import { holdTurn, type UploadKey } from './resumable.store.ts';
import { locked } from './upload-state.ts';

/** A process that was killed keeps the upload from others no longer than that. */
const holdMs = 15_000;
const everyMs = 5_000;

/**
 * Keeps the upload from others while its document is made, however long the antivirus takes.
 * @throws {TusRefusal} 423 where another request has the turn already
 */
export async function holdTurns(
  platform: Platform,
  { turn, ...key }: UploadKey & { turn: string },
): Promise<{ release(): Promise<void> }> {
  const until = () => new Date(platform.clock.now().getTime() + holdMs);
  if (!(await holdTurn(platform.db, key, { turn, until: until() }))) throw locked();
  const write = async (value: Date | null): Promise<void> => {
    try {
      await holdTurn(platform.relaxedDb, key, { turn, until: value });
    } catch (error) {
      platform.log.warn({ err: error, uploadId: key.uploadId }, 'the hold on an upload could not be written');
    }
  };
  const timer = setInterval(() => void write(until()), everyMs);
  return {
    release: async () => {
      clearInterval(timer);
      await write(null);
    },
  };
}
