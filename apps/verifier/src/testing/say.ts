import { readDocuments } from '../checks/archive/read-documents.ts';
import { checkFiles } from '../checks/check-files.ts';
import type { Report } from '../checks/report.ts';
import { sayFinding, type Locale } from '../messages/words.ts';

export type TestFile = { name: string; content: string | Uint8Array<ArrayBuffer> | Blob };

/** A few days after what the tests make was made. */
const judgedAt = new Date('2026-11-25T12:00:00Z');

export const checkAll = (files: readonly TestFile[], now = judgedAt): Promise<Report[]> =>
  Array.fromAsync(
    checkFiles(
      files.map(({ name, content }) => new File([content], name)),
      { readDocuments, onProgress: () => {} },
      now,
    ),
  );

type Saying = { locale?: Locale; now?: Date };

/** Returns the sentences of the page about these files, each behind its outcome. */
export async function sayAll(files: readonly TestFile[], { locale = 'en', now }: Saying = {}): Promise<string[]> {
  const reports = await checkAll(files, now);
  return reports.flatMap(({ findings }) => findings.map((each) => `${each.outcome}: ${sayFinding(each, locale)}`));
}

export const failuresOf = async (files: readonly TestFile[], saying: Saying = {}): Promise<string[]> =>
  (await sayAll(files, saying))
    .filter((each) => each.startsWith('fails: '))
    .map((each) => each.slice('fails: '.length));
