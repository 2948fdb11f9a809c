import type { Platform, Settings } from '../../../platform/platform.ts';

/** What the evidence is checked with: it reads, and writes nothing. */
export type Auditor = Pick<Platform, 'db' | 'clock' | 'vault' | 'seals' | 'timestamps' | 'objects' | 'digests'> & {
  settings: Pick<Settings, 'checkpointFolders'>;
};

/** Something that is not as it was left: in one sentence each, for the operator. */
export type Fault = { where: string; cause: string };

/** How much was looked at. */
export type Counts = {
  journals: number;
  entries: number;
  leaves: number;
  checkpoints: number;
  /** Files of checkpoints that were compared, in all folders. */
  files: number;
  documents: number;
  /** Folders that lack files of checkpoints, and how many. */
  lacking: Map<string, number>;
};
