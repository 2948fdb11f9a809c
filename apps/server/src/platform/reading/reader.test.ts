import { createServer } from 'node:http';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import * as files from '../../testing/files/sample-files.ts';
import { crossIndustryInvoice, lumen, pdfHolding, readOf } from '../../testing/files/sample-invoices.ts';
import { pace } from '../../testing/pace.ts';
import { waitFor } from '../../testing/people/activation-steps.ts';
import { childrenRunning, isRunning, statusOf } from '../../testing/instances/process-status.ts';
import { findWalls } from '../isolation/find-walls.ts';
import { missingWalls } from '../isolation/walls.ts';
import { Answers } from './answers.ts';
import { writeAnswer } from './protocol.ts';
import { openReader } from './reader.ts';
import { promptReader } from '../../testing/fakes/prompt-reader.ts';
import { ReadingStopped, type ReaderSession, type Wanted } from './reading.ts';

const reader = promptReader();
const contentOf = (bytes: Buffer) => ({
  sizeBytes: bytes.length,
  chunks: (async function* () {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  })(),
});
const read = (mimeType: string, bytes: Buffer, wanted: Partial<Wanted> = {}) =>
  reader.read({ mimeType, picture: true, text: true, ...wanted }, contentOf(bytes));

const ooxml = 'application/vnd.openxmlformats-officedocument';
const odf = 'application/vnd.oasis.opendocument';
const quittance = await files.pictureSaying('Quittance de loyer');

const pdf = await files.pdfSaying('Attestation d’hébergement');
const scan = await files.scanOf(quittance);
const [jpeg, gif, webp, tiff] = await Promise.all([
  sharp(quittance).jpeg().toBuffer(),
  sharp(quittance).gif().toBuffer(),
  sharp(quittance).webp().toBuffer(),
  sharp(quittance).tiff().toBuffer(),
]);
const bitmap = await files.bitmapOf(quittance);

describe('a picture', () => {
  it.each([
    ['application/pdf', pdf, 371, 480],
    ['image/png', quittance, 480, 288],
    ['image/jpeg', jpeg, 480, 288],
    ['image/gif', gif, 480, 288],
    ['image/webp', webp, 480, 288],
    ['image/tiff', tiff, 480, 288],
    ['image/bmp', bitmap, 480, 288],
    ['image/heic', files.heicSample, 64, 48],
  ])('is made of %s, small and in WebP', async (mimeType, bytes, width, height) => {
    const { picture, text } = await read(mimeType, bytes, { text: false });
    expect(text).toBeNull();
    expect(await sharp(picture ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'webp', width, height });
  });

  it('shows what the first page shows', async () => {
    const { picture } = await read('image/heic', files.heicSample, { text: false });
    const { channels } = await sharp(picture ?? Buffer.alloc(0)).stats();
    const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
    expect([red > 150, green < 90, blue < 140]).toEqual([true, true, true]);
  });

  it('stands upright as the camera was held', async () => {
    const turned = await sharp(quittance).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { picture } = await read('image/jpeg', turned, { text: false });
    expect(await sharp(picture ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 288, height: 480 });
  });
});

describe('words', () => {
  it.each([
    ['application/pdf', pdf, 'hébergement'],
    [`${ooxml}.wordprocessingml.document`, files.docxSaying('Contrat de tra', 'vail'), 'Contrat de travail'],
    [`${ooxml}.spreadsheetml.sheet`, files.xlsxSaying('Loyer', 742.5), '742.5'],
    [`${ooxml}.spreadsheetml.sheet`, files.xlsxSaying('Loyer', 742.5), 'Loyer'],
    [`${ooxml}.presentationml.presentation`, files.pptxSaying('Bilan social'), 'Bilan social'],
    [`${odf}.text`, files.openDocumentSaying('text', 'Bail meublé'), 'Bail meublé'],
    [`${odf}.spreadsheet`, files.openDocumentSaying('spreadsheet', 'Charges'), 'Charges'],
    [`${odf}.presentation`, files.openDocumentSaying('presentation', 'Soutenance'), 'Soutenance'],
    ['application/rtf', files.rtfSample, 'Résiliation d’été'],
    ['text/plain; charset=utf-8', Buffer.from('Été 2026'), 'Été 2026'],
    ['text/plain; charset=utf-8', Buffer.from('Été 2026', 'latin1'), 'Été 2026'],
    ['text/csv; charset=utf-8', Buffer.from('\ufeffposte;montant', 'utf16le'), 'montant'],
    ['text/plain; charset=utf-16', Buffer.from('\ufeffposte;montant', 'utf16le').swap16(), 'montant'],
    ['application/xml', Buffer.from('<?xml version="1.0"?><a><b>Facture</b><c>Énergie</c></a>'), 'Facture Énergie'],
    ['message/rfc822', files.mailSample, 'Réservation'],
    ['message/rfc822', files.mailSample, 'Votre train part'],
    ['image/png', quittance, 'Quittance de loyer'],
    ['application/pdf', scan, 'Quittance de loyer'],
  ])('of %s are read', async (mimeType, bytes, words) => {
    expect((await read(mimeType, bytes, { picture: false })).text).toContain(words);
  });

  it('of a Rich Text document are not those of its tables', async () => {
    expect((await read('application/rtf', files.rtfSample)).text).not.toMatch(/Arial|Riched/);
  });
});

/** A PNG that says it is so large, whatever follows. */
function pngClaiming(width: number, height: number, png: Buffer): Buffer {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(width, 16);
  claimed.writeUInt32BE(height, 20);
  return claimed;
}

function bmpClaiming(width: number, height: number): Buffer {
  const claimed = Buffer.alloc(200);
  claimed.write('BM');
  claimed.writeUInt32LE(54, 10);
  claimed.writeUInt32LE(40, 14);
  claimed.writeInt32LE(width, 18);
  claimed.writeInt32LE(height, 22);
  claimed.writeUInt16LE(1, 26);
  claimed.writeUInt16LE(24, 28);
  return claimed;
}

const zeroes = new Uint8Array(60_000_000).fill(0x20);
const laughs =
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;&l;&l;&l;&l;">]><a><b>&m;&m;&m;</b></a>';

describe('a hostile file', () => {
  it.each([
    ['a ZIP bomb', `${odf}.text`, files.zipOf({ 'content.xml': zeroes })],
    ['a spreadsheet of ten thousand parts', `${ooxml}.spreadsheetml.sheet`, manyParts()],
    ['an archive that is cut short', `${ooxml}.wordprocessingml.document`, files.docxSaying('x').subarray(0, 80)],
    ['entities that multiply', 'application/xml', Buffer.from(laughs)],
    [
      'an entity that leads to a file',
      'application/xml',
      Buffer.from('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    ],
    ['a PNG of 60,000 by 60,000 pixels', 'image/png', pngClaiming(60_000, 60_000, quittance)],
    ['a bitmap of 60,000 by 60,000 pixels', 'image/bmp', bmpClaiming(60_000, 60_000)],
    ['a bitmap of a negative width', 'image/bmp', bmpClaiming(-5, 10)],
    ['an SVG that calls itself a PNG', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF of nothing', 'application/pdf', Buffer.from('%PDF-1.7\n%%EOF')],
    ['noise that calls itself HEIC', 'image/heic', Buffer.alloc(4_000, 0x5a)],
  ])('%s has no picture and no words, and harms nobody', async (_name, mimeType, bytes) => {
    expect(await read(mimeType, bytes)).toEqual({ picture: null, text: null });
  });

  it('is drawn in its place where its page is as wide as a country', async () => {
    const wide = Buffer.from(pdf.toString('latin1').replace('612 792', '900000000 1'), 'latin1');
    const { picture } = await read('application/pdf', wide, { text: false });
    const { width, height } = await sharp(picture ?? Buffer.alloc(0)).metadata();
    expect([width, height]).toEqual([480, 1]);
  });

  function manyParts(): Buffer {
    const parts = Array.from({ length: 6_000 }, (_, index) => [`xl/worksheets/sheet${index}.xml`, '<a/>'] as const);
    return files.zipOf(Object.fromEntries(parts));
  }
});

const isLinux = process.platform === 'linux';
const hasWalls = missingWalls(await findWalls()).length === 0;

/** Reads a picture of which the last bytes come once the process that reads it has been looked at. */
async function readWatched(session: ReaderSession, look: (pid: number) => Promise<unknown>): Promise<void> {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield quittance.subarray(0, 100);
    // A process has no command for an instant each time that a wall gives its place to the next.
    const pids = await waitFor(async () => {
      const running = await childrenRunning('reading/child/main.ts');
      return running.length > 0 ? running : undefined;
    });
    expect(pids).toHaveLength(1);
    await look(pids[0] ?? 0);
    yield quittance.subarray(100);
  };
  const wanted = { mimeType: 'image/png', picture: true, text: false };
  const { picture } = await session.read(wanted, { sizeBytes: quittance.length, chunks: chunks() });
  expect(picture).not.toBeNull();
}

describe('the process of a reader', () => {
  const order = { mimeType: 'text/plain', picture: false, text: true };
  const program = (name: string) => new URL(`./misbehaving/${name}.ts`, import.meta.url).pathname;

  it.each([
    ['time', 'loops', { workMs: 1_000 }],
    ['memory', 'hoards', { memoryBytes: 200_000_000 }],
    ['answer', 'babbles', {}],
    ['answer', 'pretends', {}],
    ['crash', 'breaks', {}],
    ['crash', 'leaves', {}],
  ])('is stopped for its %s when it %s', async (code, name, limits) => {
    const started = performance.now();
    const misbehaving = openReader({ program: program(name), longestMs: 20_000 * pace, ...limits });
    await expect(misbehaving.read(order, contentOf(Buffer.from('content')))).rejects.toMatchObject({ code });
    expect(performance.now() - started).toBeLessThan(15_000 * pace);
  });

  it('is killed in the middle when nobody wants its answer any more', async () => {
    const aborting = new AbortController();
    const looping = openReader({ program: program('loops') });
    const reading = looping.read(order, contentOf(Buffer.alloc(5_000_000)), aborting.signal);
    setTimeout(() => aborting.abort(), 300);
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
  });

  it('is not stopped for the time that it waits', async () => {
    const waiting = openReader({ program: program('waits'), workMs: 2_000 * pace });
    const waitMs = 2_500 * pace;
    const started = performance.now();
    expect(await waiting.read(order, contentOf(Buffer.from(String(waitMs))))).toEqual({
      picture: null,
      text: 'waited',
    });
    expect(performance.now() - started).toBeGreaterThan(waitMs);
  });

  it('keeps what came before it was stopped', async () => {
    const stopped = openReader({ program: program('stops-halfway'), longestMs: 4_000 * pace });
    await expect(stopped.read(order, contentOf(Buffer.from('x')))).rejects.toMatchObject({
      code: 'time',
      reading: { text: 'half' },
    });
  });

  it('reaches neither files, nor processes, nor the network, and holds no environment', async () => {
    const server = createServer((_request, response) => response.end('reached'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const curious = openReader({ program: program('looks-around') });
    const { text } = await curious.read(order, contentOf(Buffer.from(String(port))));
    server.close();
    expect(JSON.parse(text ?? '')).toEqual({
      read: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
      fetch: 'refused',
      secrets: [],
    });
  });

  it.skipIf(!hasWalls)('is behind the walls of this machine where nobody says otherwise', async () => {
    const session = openReader().openSession();
    const none = '0'.repeat(16);
    await readWatched(session, async (pid) => {
      const behind = { NoNewPrivs: '1', Seccomp: '2', CapPrm: none, CapEff: none, CapBnd: none };
      await expect.poll(() => statusOf(pid)).toMatchObject(behind);
    });
    session.close();
  });

  it('is told by the source of the content when it cannot be read', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('begin');
      throw new Error('the object is gone');
    };
    await expect(reader.read(order, { sizeBytes: 10, chunks: broken() })).rejects.toThrow('the object is gone');
  });
});

describe('an invoice for programs', () => {
  const readInvoice = (mimeType: string, bytes: Buffer) =>
    read(mimeType, bytes, { picture: true, text: true, invoice: true });

  it('is read out of a PDF, or is the file, where it is asked for', async () => {
    const held = await pdfHolding({ 'factur-x.xml': crossIndustryInvoice() });
    expect((await readInvoice('application/pdf', held)).invoice).toEqual(readOf(lumen));
    expect((await readInvoice('application/xml', Buffer.from(crossIndustryInvoice()))).invoice).toEqual(readOf(lumen));
    expect(await read('application/pdf', held)).not.toHaveProperty('invoice');
  });

  it('is the one of a known name among a hundred files', async () => {
    const others = Object.fromEntries(
      Array.from({ length: 90 }, (_, at) => [`annexe-${at}.xml`, crossIndustryInvoice({ supplier: `Autre ${at}` })]),
    );
    const held = await pdfHolding({ ...others, 'zugferd-invoice.xml': crossIndustryInvoice() });
    expect((await readInvoice('application/pdf', held)).invoice).toEqual(readOf(lumen));
  });

  it('costs a document neither its picture nor its words where it is a bomb', async () => {
    const bomb = await pdfHolding({ 'factur-x.xml': Buffer.alloc(300_000_000, ' ') }, 'Une facture');
    const reading = await readInvoice('application/pdf', bomb).catch((error: unknown) => {
      if (error instanceof ReadingStopped) return error.reading;
      throw error;
    });
    expect(reading.picture).not.toBeNull();
    expect(reading.text).toContain('Une facture');
    expect(reading).not.toHaveProperty('invoice');
  });

  it('is not believed as the process tells it: only what the contract allows is taken', async () => {
    const answer = (invoice: object) => writeAnswer('invoice', Buffer.from(JSON.stringify(invoice)));
    const wanted = { invoice: true };
    expect(new Answers(wanted).take(answer({ kind: 'INVOICE', supplier: 'Lumen' }))).toBe(true);
    expect(new Answers(wanted).take(answer({ kind: 'INVOICE', supplier: 'x'.repeat(201) }))).toBe(false);
    expect(new Answers(wanted).take(answer({ kind: 'INVOICE', supplier: '\u202eexe' }))).toBe(false);
    expect(new Answers(wanted).take(answer({ kind: 'INVOICE', supplier: '\u3164' }))).toBe(false);
    expect(new Answers(wanted).take(answer({ kind: 'INVOICE', more: 1 }))).toBe(false);
    expect(new Answers(wanted).take(writeAnswer('invoice', Buffer.from('{')))).toBe(false);
    expect(new Answers({}).take(answer({ kind: 'INVOICE' }))).toBe(false);
  });
});

describe('a session', () => {
  const small = { picture: true, text: false };
  const read = (session: ReaderSession, mimeType: string, bytes: Buffer, signal?: AbortSignal) =>
    session.read({ mimeType, ...small }, contentOf(bytes), signal);

  it('reads contents one after the other, each for itself, and much sooner than a process for each', async () => {
    const session = reader.openSession();
    await read(session, 'image/png', quittance);
    const before = performance.now();
    const { picture } = await read(session, 'application/pdf', pdf);
    expect(await read(session, 'application/pdf', Buffer.from('%PDF-1.7\n%%EOF'))).toEqual({
      picture: null,
      text: null,
    });
    const wide = await read(session, 'image/png', quittance);
    const inSessionMs = performance.now() - before;
    session.close();
    expect((await sharp(picture ?? Buffer.alloc(0)).metadata()).width).toBe(371);
    expect((await sharp(wide.picture ?? Buffer.alloc(0)).metadata()).width).toBe(480);
    const alone = performance.now();
    for (const bytes of [pdf, pdf]) await reader.read({ mimeType: 'application/pdf', ...small }, contentOf(bytes));
    await reader.read({ mimeType: 'image/png', ...small }, contentOf(quittance));
    expect(inSessionMs).toBeLessThan(performance.now() - alone);
  });

  it.runIf(isLinux)('is one process for all its contents, which ends with it', async () => {
    const session = reader.openSession();
    const pids: number[] = [];
    for (let count = 0; count < 2; count += 1) await readWatched(session, async (pid) => pids.push(pid));
    const [pid = 0] = pids;
    expect([pids, await isRunning(pid)]).toEqual([[pid, pid], true]);
    session.close();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('begins another process where a content stopped the one before', async () => {
    const session = reader.openSession();
    const aborting = new AbortController();
    const stopped = read(session, 'image/png', Buffer.alloc(20_000_000), aborting.signal);
    aborting.abort();
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect((await read(session, 'image/png', quittance)).picture).not.toBeNull();
    session.close();
  });
});
