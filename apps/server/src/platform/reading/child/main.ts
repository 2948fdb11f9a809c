import './seal-off.ts';
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

async function receive(): Promise<{ order: Order; content: Buffer }> {
  let head: Buffer = Buffer.alloc(0);
  let order: Order | undefined;
  let content: Buffer = Buffer.alloc(0);
  let filledBytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    let piece = chunk;
    if (!order) {
      head = Buffer.concat([head, chunk]);
      const end = head.length < 4 ? Infinity : 4 + head.readUInt32LE(0);
      if (head.length < end) continue;
      order = JSON.parse(head.subarray(4, end).toString('utf8')) as Order;
      content = Buffer.alloc(order.sizeBytes);
      piece = head.subarray(end);
    }
    filledBytes += piece.copy(content, filledBytes);
  }
  if (!order || filledBytes !== order.sizeBytes) throw new Error('the content did not come whole');
  return { order, content };
}

const startedAt = performance.now();
const { order, content } = await receive();
const file = await attempt(() => openFile(order.mimeType, content));
const { page } = order;
const pages = order.picture ? file?.pages : undefined;
if (pages && page !== undefined) {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(pages.count);
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
const isEnough = () => performance.now() - startedAt > order.enoughMs;
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
process.exit(0);
