import type { Platform, Settings } from '../../../platform/platform.ts';

/** The parts that check the evidence: they read, and write nothing. */
export type Auditor = Pick<Platform, 'db' | 'clock' | 'vault' | 'seals' | 'timestamps' | 'objects' | 'digests'> & {
  settings: Pick<Settings, 'checkpointFolders'> & {
    /** The one of these folders that the configuration names, where it does: it must be there. */
    witnessFolder?: string | null;
  };
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
