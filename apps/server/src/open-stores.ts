import path from 'node:path';
import type { Config } from './config.ts';
import { openObjectFolder } from './platform/objects/folder.ts';
import type { Objects } from './platform/objects/objects.ts';

/** The client of the cloud is loaded where it is configured: it is most of the start otherwise. */
export async function openObjects(config: Config): Promise<Objects> {
  if (!config.s3) return openObjectFolder(path.join(config.dataFolder, 'objects'));
  const { connectS3 } = await import('./platform/objects/s3.ts');
  return connectS3(config.s3);
}

/** Beside the data, and where the operator keeps what must outlive it. */
export const checkpointFoldersOf = ({ dataFolder, checkpointFolder }: Config): string[] => [
  path.join(dataFolder, 'checkpoints'),
  ...(checkpointFolder === null ? [] : [checkpointFolder]),
];
