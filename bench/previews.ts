import { setTimeout as wait } from 'node:timers/promises';
import { listInvoices, openInvoiceFiles } from '../apps/server/demo/partner/invoices.ts';
import { readFonts } from '../apps/server/src/platform/fonts.ts';
import { setup } from '../apps/server/src/testing/global-setup.ts';
import { makeOwner, upload } from '../apps/server/src/testing/people/makers.ts';
import { pdfOfPages, pictureSaying } from '../apps/server/src/testing/files/sample-files.ts';
import { createTestApp, type TestApp } from '../apps/server/src/testing/test-app.ts';
import { openReader } from '../apps/server/src/platform/reading/reader.ts';
import type { Reader } from '../apps/server/src/platform/reading/reading.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const documents = 48;
const pages = 40;
const lookEveryMs = 10;

type Sample = { fileName: string; content: Buffer };

/**
 * The small pictures of a safe's documents, by the worker's whole way: its turns, the rows, the sealed contents and the
 * sealed pictures. By one process for all of a turn, and by one for each document, as it was.
 */
export async function measurePreviews(): Promise<Measure[]> {
  const teardown = await setup();
  try {
    const samples = await makeSamples();
    const ours: number[] = [];
    const limit: number[] = [];
    for (let round = 0; round < rounds; round++) {
      limit.push(await perHour(oneEach(openReader()), samples));
      ours.push(await perHour(openReader(), samples));
    }
    const note = `${documents} documents: invoices in PDF/A with their fonts, papers of ${pages} pages and more, pictures; from the first turn of the worker to the last sealed picture; the limit starts a process for each`;
    return [{ name: 'small pictures of documents', unit: '/h', ours, limit, promise: { atLeast: 3 }, note }];
  } finally {
    await teardown();
  }
}

async function makeSamples(): Promise<Sample[]> {
  const invoiceOf = openInvoiceFiles(readFonts);
  const samples: Sample[] = [];
  for (const [at, { period }] of listInvoices('2026-10', documents / 4).entries())
    samples.push(
      { fileName: 'Facture.pdf', content: await invoiceOf(period) },
      { fileName: 'Quittance.png', content: await pictureSaying(`Quittance ${period}`) },
      { fileName: 'Contrat.pdf', content: await pdfOfPages(pages + at) },
      { fileName: 'Relevé.png', content: await pictureSaying(`Relevé ${period}`) },
    );
  return samples;
}

/** A process for each document of a turn. */
const oneEach = ({ read }: Reader): Reader => ({
  read,
  openSession: () => ({ read, close: () => {} }),
});

async function perHour(reader: Reader, samples: readonly Sample[]): Promise<number> {
  const begun = Promise.withResolvers<number>();
  const openSession = () => {
    begun.resolve(performance.now());
    return reader.openSession();
  };
  const app = await createTestApp({ reader: { ...reader, openSession } });
  try {
    const owner = await makeOwner(app);
    for (const sample of samples) {
      const { statusCode, body } = await upload(app, owner, sample);
      if (statusCode !== 201) throw new Error(body);
    }
    await app.startWorker();
    const startedAt = await begun.promise;
    while ((await countPictures(app, owner.safeId)) < samples.length) await wait(lookEveryMs);
    return (samples.length * 3_600_000) / (performance.now() - startedAt);
  } finally {
    await app.close();
  }
}

async function countPictures({ platform }: TestApp, safeId: string): Promise<number> {
  const rows = await platform.db.selectFrom('thumbnails').select('document_id').where('safe_id', '=', safeId).execute();
  return rows.length;
}
