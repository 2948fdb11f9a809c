import type { Log } from '../log.ts';
import { findWalls } from './find-walls.ts';
import { missingWalls, type Walls } from './walls.ts';

/** The walls of this machine, looked for when they are first asked for, and then known. */
export type Isolation = {
  walls(): Promise<Walls>;
};

/** A machine that gives less is a warning in the log, once: an operator may want to change what it allows. */
export function openIsolation(log?: Log, find: () => Promise<Walls> = findWalls): Isolation {
  let found: Promise<Walls> | undefined;
  const look = async (): Promise<Walls> => {
    const walls = await find();
    const missing = missingWalls(walls);
    const { refusal } = walls;
    if (missing.length > 0)
      log?.warn({ missing, refusal }, "this machine does not give all walls to the processes that open others' files");
    return walls;
  };
  const walls = (): Promise<Walls> => {
    const looking = (found ??= look());
    // A machine that is too busy to answer is asked again.
    looking.catch(() => (found = undefined));
    return looking;
  };
  return { walls };
}
