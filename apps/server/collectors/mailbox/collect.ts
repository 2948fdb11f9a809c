import { CollectingError } from '@perenne/collecting/failures';
import { decodePart } from '@perenne/collecting/imap/encodings';
import { Imap, ImapRefusal, isBusy, type Folder } from '@perenne/collecting/imap/imap';
import type { CollectedDocument, Json, Run } from '@perenne/collecting/run';
import { attachmentsOf, describe } from './attachments.ts';
import { LeftMessages } from './left-messages.ts';
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
  const { first, before } = positionIn(run.memory, folder);
  const left = new LeftMessages(before);
  const uids = [...before, ...(first < folder.uidNext ? [`${first}:${folder.uidNext - 1}`] : [])];
  if (uids.length > 0) yield* gather({ run, imap, folder, senders, uids: uids.join(), left });
  const leftUids = left.uids();
  // Without a memory of them, the next visit reads again what this one has read.
  if (leftUids) await run.rememberNow({ ...folder, ...(leftUids.length > 0 && { left: leftUids }) });
  left.requireSome();
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

/** `left` are messages that could not be given then. */
type Memory = Folder & { left?: readonly number[] };

/** The numbers of a folder hold as long as it says so; otherwise it is read anew, and what came is known. */
function positionIn(memory: Json, { uidValidity }: Folder): { first: number; before: readonly number[] } {
  const last = memory as Memory | null;
  return last?.uidValidity === uidValidity
    ? { first: last.uidNext, before: last.left ?? [] }
    : { first: 1, before: [] };
}

type Gathering = {
  run: Run;
  imap: Imap;
  folder: Folder;
  senders: readonly Sender[];
  /** Those that are new, as a search wants them. */
  uids: string;
  left: LeftMessages;
};

async function* gather(gathering: Gathering): AsyncGenerator<CollectedDocument> {
  const { senders } = gathering;
  const uids = (await search(gathering)).toSorted((a, b) => b - a);
  for (let at = 0; at < uids.length; at += messagesAtOnce) {
    const messages = await fetchMessages(gathering, uids.slice(at, at + messagesAtOnce));
    for (const message of messages.toSorted((a, b) => b.uid - a.uid))
      if (message.from.some((address) => isFrom(senders, address))) yield* documentsOf(gathering, message);
  }
}

async function search({ run, imap, senders, uids }: Gathering): Promise<number[]> {
  const since = run.since === null ? '' : ` ${searchSince(run.since)}`;
  try {
    return await imap.search(`UID ${uids}${since} ${searchFor(senders)}`);
  } catch (error) {
    if (!(error instanceof ImapRefusal)) throw error;
    const isForNow = isBusy(error) || error.code === '';
    throw new CollectingError(isForNow ? 'PARTNER_UNAVAILABLE' : 'PARTNER_CHANGED', 'the mailbox refuses to search');
  }
}

/** Where the server refuses messages together, it is asked for each alone: one that it cannot read holds up no other. */
async function fetchMessages({ imap, left }: Gathering, uids: readonly number[]): Promise<Message[]> {
  const ask = async (some: readonly number[]) => {
    const fetched = await imap.fetch(some, messageItems);
    return fetched.filter((items) => items.has('BODYSTRUCTURE')).map(readMessage);
  };
  try {
    return await ask(uids);
  } catch (error) {
    if (!(error instanceof ImapRefusal)) throw error;
  }
  const messages: Message[] = [];
  for (const uid of uids)
    try {
      messages.push(...(await ask([uid])));
    } catch (error) {
      left.leave(uid, error);
    }
  return messages;
}

async function* documentsOf(gathering: Gathering, message: Message): AsyncGenerator<CollectedDocument> {
  const { run, imap, folder, left } = gathering;
  const attachments = attachmentsOf(message);
  const { uid } = message;
  for (const part of attachments) {
    const described = describe(message, part, { isOnly: attachments.length === 1, folder: folder.uidValidity });
    // A visit may offer so many documents: those of a large mailbox that have come are not among them.
    if (await run.isKnown(described.identity)) left.noteRead();
    else yield { ...described, open: () => left.read(uid, decodePart(part.encoding, imap.readPart(uid, part.path))) };
  }
}
