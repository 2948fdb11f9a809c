import type { Locale } from '../../platform/http/locale.ts';
import type { renderMail } from '../../platform/mail/layout.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { findOwner } from '../identity/identity.ts';
import { exportMails, type ReadyFacts } from './exports.messages.ts';
import type { ExportFailure } from './failures.rules.ts';

type Ready = Omit<ReadyFacts, 'exportUrl' | 'documentUrls'> & { safeId: string; damaged: readonly string[] };

export function mailReady(tx: Tx, platform: Platform, { safeId, damaged, ...facts }: Ready): Promise<void> {
  const documentUrls = damaged.map((documentId) => urlOf(platform, `/documents?document=${documentId}`));
  const ready = { ...facts, documentUrls, exportUrl: urlOf(platform, '/account/export') };
  return mailOwner(tx, platform, { safeId, mail: (locale) => exportMails[locale].ready(ready) });
}

export function mailFailed(
  tx: Tx,
  platform: Platform,
  { safeId, failure }: { safeId: string; failure: ExportFailure },
): Promise<void> {
  const exportUrl = urlOf(platform, '/account/export');
  return mailOwner(tx, platform, { safeId, mail: (locale) => exportMails[locale].failed({ failure, exportUrl }) });
}

type OwnerMail = { safeId: string; mail: (locale: Locale) => ReturnType<typeof renderMail> };

async function mailOwner(tx: Tx, platform: Platform, { safeId, mail }: OwnerMail): Promise<void> {
  const owner = await findOwner(tx, platform, safeId);
  if (owner) await queueMail(tx, platform, { to: owner.email, ...mail(owner.locale) });
}

const urlOf = ({ settings }: Platform, path: string): string => new URL(path, settings.publicUrl).href;
