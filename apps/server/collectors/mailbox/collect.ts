import { CollectingError } from '@perenne/collecting/failures';
import { decodePart } from '@perenne/collecting/imap/encodings';
import { Imap, ImapRefusal, isBusy, type Folder } from '@perenne/collecting/imap/imap';
import type { CollectedDocument, Json, Run } from '@perenne/collecting/run';
import { attachmentsOf, describe } from './attachments.ts';
import { messageItems, readMessage, searchSince, type Message } from './messages.ts';
import { isFrom, readSenders, searchFor, type Sender } from './senders.ts';

const usualPort = 993;
/** Messages per FETCH: its answer for each of them is held in memory. */
const messagesAtOnce = 100;

/** Gives the attachments of certain senders' mails, the newest first. Nothing in the mailbox is changed. */
export async function* collect(run: Run): AsyncGenerator<CollectedDocument> {
  const { credentials } = run;
  const senders = readSenders(String(credentials['senders'] ?? ''));
  if (senders.length === 0) throw new CollectingError('CREDENTIALS_INVALID', 'the owner names no sender');
  const destination = { host: String(credentials['host']), port: Number(credentials['port'] ?? usualPort) };
  const imap = await Imap.open(await run.connect({ ...destination, security: 'tls' }));
  await imap.login(String(credentials['login']), String(credentials['password']));
  const folder = await openFolder(imap, String(credentials['folder'] ?? 'INBOX'));
  const first = firstUnread(run.memory, folder);
  if (first < folder.uidNext) yield* gather({ run, imap, folder, senders, first });
  run.remember(folder);
  imap.close();
}

async function openFolder(imap: Imap, name: string): Promise<Folder> {
  try {
    return await imap.examine(name);
  } catch (error) {
    if (!(error instanceof ImapRefusal)) throw error;
    // Its name is among what the owner typed, and can be mended there.
    throw new CollectingError(isBusy(error) ? 'PARTNER_UNAVAILABLE' : 'CREDENTIALS_INVALID', 'there is no such folder');
  }
}

/** The numbers of a folder hold as long as it says so; otherwise it is read anew, and what came is known. */
function firstUnread(memory: Json, { uidValidity }: Folder): number {
  const last = memory as Folder | null;
  return last?.uidValidity === uidValidity ? last.uidNext : 1;
}

type Gathering = { run: Run; imap: Imap; folder: Folder; senders: readonly Sender[]; first: number };

async function* gather({ run, imap, folder, senders, first }: Gathering): AsyncGenerator<CollectedDocument> {
  const since = run.since === null ? '' : ` ${searchSince(run.since)}`;
  const found = await imap.search(`UID ${first}:${folder.uidNext - 1}${since} ${searchFor(senders)}`);
  const uids = found.toSorted((a, b) => b - a);
  for (let at = 0; at < uids.length; at += messagesAtOnce) {
    const fetched = await imap.fetch(uids.slice(at, at + messagesAtOnce), messageItems);
    const messages = fetched.filter((items) => items.has('BODYSTRUCTURE')).map(readMessage);
    for (const message of messages.toSorted((a, b) => b.uid - a.uid))
      if (message.from.some((address) => isFrom(senders, address))) yield* documentsOf(imap, message, folder);
  }
}

function* documentsOf(imap: Imap, message: Message, { uidValidity }: Folder): Generator<CollectedDocument> {
  const attachments = attachmentsOf(message);
  for (const part of attachments)
    yield {
      ...describe(message, part, { isOnly: attachments.length === 1, folder: uidValidity }),
      open: () => decodePart(part.encoding, imap.readPart(message.uid, part.path)),
    };
}
