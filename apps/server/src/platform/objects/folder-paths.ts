import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { requireObjectId } from './objects.ts';

/** The paths of the objects of a folder, and of those that have no names yet. */
export class FolderPaths {
  readonly path: string;
  readonly staging: string;

  constructor(path: string) {
    this.path = path;
    this.staging = join(path, 'staging');
  }

  fileOf(id: string): string {
    return join(this.folderOf(id), id);
  }

  /** Spread by the last two digits: the first ones of a UUIDv7 are the time, the same for a whole day. */
  folderOf(id: string): string {
    requireObjectId(id);
    return join(this.path, id.slice(-2));
  }

  /** A name of its own for each attempt to write the object. */
  stagedOf(id: string): string {
    requireObjectId(id);
    return join(this.staging, `${id}.${randomBytes(6).toString('hex')}`);
  }
}
