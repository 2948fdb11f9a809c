import { listInvoices, openInvoiceFiles } from '../apps/server/demo/partner/invoices.ts';
import { readFonts } from '../apps/server/src/platform/fonts.ts';
import { pdfOfPages, pictureSaying } from '../apps/server/src/testing/sample-files.ts';
import { openReader } from '../apps/server/src/platform/reading/reader.ts';
import type { Reader } from '../apps/server/src/platform/reading/reading.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const documents = 24;
const pages = 40;

type Sample = { mimeType: string; bytes: Buffer };

/** The small pictures of a safe's documents, by one process for each as it was, and by one for all of a turn. */
export async function measurePreviews(): Promise<Measure[]> {
  const samples = await makeSamples();
  const reader = openReader();
  const ours: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < rounds; round++) {
    limit.push(await perHour(reader, samples));
    const session = reader.openSession();
    ours.push(await perHour(session, samples));
    session.close();
  }
  const note = `${documents} documents: invoices in PDF/A with their fonts, papers of ${pages} pages, pictures; the limit starts a process for each`;
  return [{ name: 'small pictures of documents', unit: '/h', ours, limit, promise: { atLeast: 3 }, note }];
}

async function makeSamples(): Promise<Sample[]> {
  const invoiceOf = openInvoiceFiles(readFonts);
  const samples: Sample[] = [];
  for (const { period } of listInvoices('2026-10', documents / 4))
    samples.push(
      { mimeType: 'application/pdf', bytes: await invoiceOf(period) },
      { mimeType: 'image/png', bytes: await pictureSaying(`Quittance ${period}`) },
      { mimeType: 'application/pdf', bytes: await pdfOfPages(pages) },
      { mimeType: 'image/png', bytes: await pictureSaying(`Relevé ${period}`) },
    );
  return samples;
}

async function perHour(reader: Pick<Reader, 'read'>, samples: readonly Sample[]): Promise<number> {
  const startedAt = performance.now();
  for (const { mimeType, bytes } of samples) {
    const chunks = (async function* () {
      yield bytes;
    })();
    const { picture } = await reader.read(
      { mimeType, picture: true, text: false },
      { sizeBytes: bytes.length, chunks },
    );
    if (!picture) throw new Error(`no picture was made of ${mimeType}`);
  }
  return (samples.length * 3_600_000) / (performance.now() - startedAt);
}
