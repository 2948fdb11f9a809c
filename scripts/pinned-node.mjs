import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, Unprepared } from './run.mjs';

const oldestMajor = 24;

/** The place where npm puts the Node of this system, when the application brings one. */
export function pinnedNodePath() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const folder = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin');
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The Node that comes with the application, or the one running this when it is recent enough and none comes. */
export function pinnedNode() {
  const pinned = pinnedNodePath();
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= oldestMajor) return process.execPath;
  throw new Unprepared(
    `Pérenne brings no Node for ${process.platform} ${process.arch}: start it with Node ${oldestMajor} or newer.`,
  );
}
