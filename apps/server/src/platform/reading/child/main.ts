import '../../isolation/child/seal-off.ts';
import { longestTextLetters, writeAnswer, type Order } from '../protocol.ts';
import { pageOf, pictureOf } from './pages.ts';
import { openFile } from './open-file.ts';
import { textOf } from './words.ts';

const send = (kind: Parameters<typeof writeAnswer>[0], bytes: Buffer) =>
  new Promise<void>((resolve) => void process.stdout.write(writeAnswer(kind, bytes), () => resolve()));

/** An unreadable content has no picture and no words: that is an answer, and no failure. */
async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    // Decoders in WebAssembly throw numbers and strings too.
    return null;
  }
}

type Received = { order: Order; content: Buffer };

const chunks = (process.stdin as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
/** The bytes that came behind the content before. */
let ahead: Buffer = Buffer.alloc(0);

/** Exactly so many bytes of what comes; null where it ended before the first of them. */
async function take(bytes: number): Promise<Buffer | null> {
  const taken = Buffer.alloc(bytes);
  let filledBytes = 0;
  while (filledBytes < bytes) {
    if (ahead.length === 0) {
      const { value, done } = await chunks.next();
      if (done === true && filledBytes === 0) return null;
      if (done === true) throw new Error('the content did not come whole');
      ahead = value;
    }
    const copied = ahead.copy(taken, filledBytes);
    filledBytes += copied;
    ahead = ahead.subarray(copied);
  }
  return taken;
}

/** The next order with its content; null where there is none any more. */
async function receive(): Promise<Received | null> {
  const length = await take(4);
  if (!length) return null;
  const json = await take(length.readUInt32LE(0));
  const order = JSON.parse(json?.toString('utf8') ?? '') as Order;
  const content = order.sizeBytes === 0 ? Buffer.alloc(0) : await take(order.sizeBytes);
  if (!content) throw new Error('the content did not come');
  return { order, content };
}

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function answer({ order, content }: Received): Promise<void> {
  const workedBefore = workedMs();
  const file = await attempt(() => openFile(order.mimeType, content));
  const { page } = order;
  const pages = order.picture ? file?.pages : undefined;
  if (file?.pages && (order.count === true || order.mark || (pages && page !== undefined))) {
    const count = Buffer.alloc(4);
    count.writeUInt32LE(file.pages.count);
    await send('count', count);
  }
  const picture = pages ? await attempt(() => (page === undefined ? pictureOf(pages) : pageOf(pages, page))) : null;
  if (picture) await send('picture', picture);
  const { mark } = order;
  const drawn = mark && file?.pages;
  const marked = drawn
    ? await attempt(async () => (await import('./marks.ts')).markPages(drawn, order.mimeType, mark))
    : null;
  if (marked) await send('marked', marked);
  const isEnough = () => workedMs() - workedBefore > order.enoughMs;
  const text = file && order.text ? await attempt(() => textOf(file, isEnough)) : null;
  if (text !== null) await send('text', Buffer.from(text.slice(0, longestTextLetters)));
  // Last: what a hostile attachment does to this process takes nothing from what came before.
  const candidates = order.invoice ? await attempt(async () => file?.invoiceCandidates?.()) : null;
  if (candidates?.length) {
    const { findInvoice } = await import('./invoices/find-invoice.ts');
    const invoice = findInvoice(candidates);
    if (invoice) await send('invoice', Buffer.from(JSON.stringify(invoice)));
  }
  await send('end', Buffer.alloc(0));
}

for (let received = await receive(); received; received = await receive()) await answer(received);
process.exit(0);
