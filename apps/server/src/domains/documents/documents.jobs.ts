import { actOnDue } from '../../platform/jobs/act-on-due.ts';
import { handles, job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { waitForDisk } from '../../platform/postgres/early-commit.ts';
import { destroyJob, emptyTrash, emptyTrashOf } from './arranging/destroy.ts';
import { removeObjects, removeObjectsJob } from './safe/destroy-safe.ts';
import { endExpiredUploads } from './upload/resumable/end-upload.ts';
import { readSafe, readSafeJob } from './extraction/content-reading.ts';
import { indexTitles, indexTitlesJob } from './record/index-titles.ts';
import { readJob, ReadingTurns } from './extraction/reading-turns/reading-turns.ts';
import { remindJob, reminderJobs } from './identity-papers/reminders.jobs.ts';
import { successionJobs, tagSuccessionsJob } from './payslips/successions.jobs.ts';
import { recoverDocuments, recoverJob, resumeRecoveries } from './safe/recovery.ts';
import { scrubJob, scrubObjects } from './integrity/scrub.ts';
import { clearUpload, expiredIntents } from './upload/upload-intents.ts';
import { deleteExpiredSlots } from './upload/upload-slots.store.ts';

export const janitorJob = job<NoData>('documents.janitor', { cron: '*/10 * * * *', parallel: 1 });

/** Each hour: nothing of what is due is shown any more, and it is soon destroyed. */
const emptyTrashJob = job<NoData>('documents.empty-trash', { cron: '40 * * * *', parallel: 1, timeoutSeconds: 3_000 });

const stagingAgeMs = 12 * 3_600_000;

/** Removes what uploads that came to nothing left, and gives their room back. */
export async function clearExpiredUploads(platform: Platform): Promise<number> {
  const ended = await endExpiredUploads(platform);
  const cleared = await actOnDue(platform, {
    select: () => expiredIntents(platform.db, platform.clock.now()),
    idsOf: ({ holderId, objectId }) => ({ holderId, objectId }),
    act: (intent) => clearUpload(platform, intent),
    failure: 'what an upload left could not be cleared',
  });
  await deleteExpiredSlots(platform.relaxedDb, platform.clock.now());
  await platform.objects.sweepStaging(stagingAgeMs);
  return ended + cleared;
}

const readingJobs = [readJob, readSafeJob, indexTitlesJob];

const nightJobs = [remindJob, tagSuccessionsJob];

export const allDocumentsJobs = [
  ...nightJobs,
  recoverJob,
  janitorJob,
  scrubJob,
  removeObjectsJob,
  destroyJob,
  emptyTrashJob,
  ...readingJobs,
];

export const documentsJobs = (platform: Platform, turns = new ReadingTurns(platform)): JobHandler[] => [
  handles(readJob, (asked, run) => turns.take(asked, run)),
  handles(readSafeJob, ({ safeId }, { signal }) => readSafe(platform, safeId, signal)),
  handles(indexTitlesJob, (_data, { signal }) => indexTitles(platform, signal)),
  handles(recoverJob, (recovery, { signal }) => recoverDocuments(platform, recovery, signal)),
  handles(janitorJob, async () => {
    await resumeRecoveries(platform);
    const cleared = await clearExpiredUploads(platform);
    if (cleared > 0) platform.log.info({ cleared }, 'expired uploads were cleared');
  }),
  handles(destroyJob, async ({ safeId }, { signal }) => {
    await emptyTrashOf(platform, safeId, signal);
  }),
  handles(emptyTrashJob, async (_data, { signal }) => {
    const destroyed = await emptyTrash(platform, signal);
    if (destroyed > 0) platform.log.info({ destroyed }, 'the trash was emptied');
  }),
  handles(removeObjectsJob, async ({ objectIds }, { signal }) => {
    // A power cut may still undo what queued the job, and gives no object back.
    await waitForDisk(platform.db);
    await removeObjects(platform, { objectIds, signal });
  }),
  ...reminderJobs(platform),
  ...successionJobs(platform),
  handles(scrubJob, (_data, { signal }) => scrubObjects(platform, signal)),
];
