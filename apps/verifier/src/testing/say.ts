import { checkFiles } from '../checks/check-files.ts';
import type { Report } from '../checks/report.ts';
import { sayFinding, type Locale } from '../messages/words.ts';

export type TestFile = { name: string; content: string | Uint8Array<ArrayBuffer> };

export const checkAll = (files: readonly TestFile[]): Promise<Report[]> =>
  Array.fromAsync(
    checkFiles(
      files.map(({ name, content }) => new File([content], name)),
      () => {},
    ),
  );

/** What the page says of these files: each sentence behind its outcome. */
export async function sayAll(files: readonly TestFile[], locale: Locale = 'en'): Promise<string[]> {
  const reports = await checkAll(files);
  return reports.flatMap(({ findings }) => findings.map((each) => `${each.outcome}: ${sayFinding(each, locale)}`));
}

export const failuresOf = async (files: readonly TestFile[]): Promise<string[]> =>
  (await sayAll(files)).filter((each) => each.startsWith('fails: ')).map((each) => each.slice('fails: '.length));
