import type { Config } from '../config.ts';
import type { Auditor, FileParts, Renewer } from '../domains/evidence/evidence.ts';
import { checkpointFoldersOf, openObjects } from '../open-stores.ts';
import { openDigests } from '../platform/digests/digests.ts';
import type { Log } from '../platform/log.ts';
import { openSeals } from '../platform/seals/open-seals.ts';
import { SealUnavailable } from '../platform/seals/seals.ts';
import { openTimestamps, type TimestampSettings } from '../platform/timestamps/open-timestamps.ts';
import { asOperator } from './open-operator.ts';

/** Opens the installation for checking its evidence: nothing is sealed, and no authority is asked. */
export const asAuditor = <T>(config: Config, log: Log, work: (auditor: Auditor) => Promise<T>): Promise<T> =>
  asOperator(config, log, async (platform) => {
    const { db, vault, clock } = platform;
    const digests = openDigests();
    try {
      return await work({
        ...{ db, clock, vault, digests },
        seals: openSeals(platform, async () => {
          throw new SealUnavailable('the operator’s command seals nothing');
        }),
        timestamps: await openTimestamps(await timestampSettings(config), { clock, log }),
        objects: await openObjects(config),
        settings: { checkpointFolders: checkpointFoldersOf(config), witnessFolder: config.checkpointFolder },
      });
    } finally {
      await digests.close();
    }
  });

/** Opens the installation for renewing its timestamps, and for writing the files of the checkpoints. */
export const asRenewer = <T>(config: Config, log: Log, work: (renewer: FileRenewer) => Promise<T>): Promise<T> =>
  asOperator(config, log, async ({ db, clock }) => {
    const timestamps = await openTimestamps(await timestampSettings(config), { clock, log });
    return work({ db, clock, log, timestamps, settings: { checkpointFolders: checkpointFoldersOf(config) } });
  });

type FileRenewer = Renewer & FileParts;

/** The demonstration keeps the authority that stands in for a real one beside its data. */
async function timestampSettings(config: Config): Promise<TimestampSettings | null> {
  if (config.timestamps || !config.demo) return config.timestamps;
  const { readAuthority } = await import('../../demo/timestamps/kept-authority.ts');
  const kept = await readAuthority(config.dataFolder);
  if (!kept) return null;
  const { port, authority, formerRoots } = kept;
  return { urls: [`http://127.0.0.1:${port}/`], ca: [authority.root.toString(), ...formerRoots].join('') };
}
