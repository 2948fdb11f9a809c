import type { Readable } from 'node:stream';
import type { Invoice } from '@perenne/contract/invoices';
import { parisDay } from '../../../platform/time/calendar.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  canBePictured,
  canHoldInvoice,
  canHoldWords,
  ReadingStopped,
  type Reader,
  type Reading,
} from '../../../platform/reading/reading.ts';
import { openContent } from '../../../platform/sealing/content.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { sealValue } from '../../../platform/sealing/values.ts';
import { holdSafe } from '../arranging/arranging.store.ts';
import { noteDamage } from '../integrity/damage/note-damage.ts';
import { holdConsent, selectToRead, setLearnt } from './content-reading.store.ts';
import { readExpiry } from '../identity-papers/read-expiry.rules.ts';
import { keepInvoice } from '../invoices/keep-invoice.ts';
import { damageOf } from '../integrity/proofs/examine.ts';
import { openDocument, sealReadExpiry, thumbnailPlace } from '../record/sealed-document.ts';
import { storeThumbnail } from './thumbnails.store.ts';
import { contentTags } from '../record/word-tags.ts';

type Named = { safeId: string; documentId: string };

/** To open a larger one costs who waits for an answer more than its small picture is worth. */
const picturedAtMostBytes = 50_000_000;

/** `reader`: a session of this safe, where several are read. */
type ReadRun = Pick<JobRun, 'signal' | 'retry'> & { reader?: Pick<Reader, 'read'> };

/**
 * Makes the small picture of a document, reads it as an invoice, and learns its words, and until when it is good, if
 * its owner agreed. An unreadable content keeps no picture and no words; one that stopped the reader is tried once
 * more, and left alone then. Nothing is made for what is in the trash.
 */
export async function readDocument(platform: Platform, named: Named, run: ReadRun): Promise<void> {
  const { safeId, documentId } = named;
  const row = await selectToRead(platform.db, safeId, documentId);
  if (!row) return;
  const keys = await platform.vault.keysOf(safeId, 'background');
  const secrets = openDocument(keys, documentId, row.sealed);
  const { mimeType, invoice } = secrets;
  const text = row.since !== null && !row.isRead && canHoldWords(mimeType);
  const wanted = {
    mimeType,
    picture: row.hasThumbnail === null && row.sizeBytes <= picturedAtMostBytes && canBePictured(mimeType),
    text,
    invoice: (text || invoice === undefined) && canHoldInvoice(mimeType, row.sizeBytes),
  };
  if (!wanted.picture && !wanted.text && !wanted.invoice) return;
  const owner = { key: keys.contents, safeId, documentId };
  let frames: Readable | undefined;
  try {
    frames = await platform.objects.get(row.objectId);
    const chunks = openContent(owner, row.header, { frames });
    const work = (run.reader ?? platform.reader).read(wanted, { sizeBytes: row.sizeBytes, chunks }, run.signal);
    const reading = await orWhatThereIs(platform, work, { ...named, retry: run.retry });
    await keepReading(platform, keys, { ...named, wanted, reading });
  } catch (error) {
    const state = damageOf(error);
    if (!state) throw error;
    await noteDamage(platform, { safeId, kind: 'system' }, { documentId, state, secrets });
  } finally {
    // A reading that stops early leaves its file open.
    frames?.destroy();
  }
}

async function orWhatThereIs(platform: Platform, work: Promise<Reading>, tried: Named & { retry: number }) {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ReadingStopped) || error.code === 'aborted' || tried.retry === 0) throw error;
    const { safeId, documentId } = tried;
    platform.log.warn({ safeId, documentId, cause: error.code }, 'a document cannot be read');
    return error.reading;
  }
}

type Kept = Named & { wanted: { picture: boolean; text: boolean }; reading: Reading };

async function keepReading(platform: Platform, keys: SafeKeys, { safeId, documentId, wanted, reading }: Kept) {
  const { picture, text, invoice } = reading;
  const sealed = picture && sealValue(keys.values, thumbnailPlace(documentId), picture);
  const learnt = wanted.text && learn(platform, keys, { documentId, text: `${wordsOf(invoice)}\n${text ?? ''}` });
  // Should a picture or words be lost, they are made again.
  const db = invoice ? platform.db : platform.relaxedDb;
  await db.transaction().execute(async (tx) => {
    // While another safe receives this one, nothing is added to its rows.
    await holdSafe(tx, safeId);
    if (wanted.picture && !(await storeThumbnail(tx, { safeId, documentId, sealed }))) return;
    if (invoice) await keepInvoice(tx, platform, { keys, safeId, documentId, invoice });
    if (learnt && (await holdConsent(tx, safeId))) await setLearnt(tx, { safeId, documentId, ...learnt });
  });
}

/** First, since a long content is found by its first words. */
const wordsOf = (invoice: Invoice | undefined): string =>
  [invoice?.supplier, invoice?.number].filter(Boolean).join(' ');

/** The end of validity for every type: which one a document is, its owner may say later. */
function learn({ clock }: Platform, keys: SafeKeys, { documentId, text }: { documentId: string; text: string }) {
  const day = readExpiry(text, parisDay(clock.now()));
  return {
    tags: contentTags(keys, text),
    expiry: day === undefined ? null : sealReadExpiry(keys, documentId, day),
  };
}
