import type { Platform } from './platform.ts';

/** Rejects when a part does not answer. */
export async function checkParts({ db, objects, antivirus, jobs, mail, sms }: Platform): Promise<void> {
  await Promise.all([
    db.selectFrom('system_secrets').select('kid').limit(1).execute(),
    ...[objects, antivirus, jobs, mail, sms].map((part) => part.check()),
  ]);
}
