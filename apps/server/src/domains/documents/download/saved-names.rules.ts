import type { Locale } from '../../../platform/http/locale.ts';
import { makeNamer } from './archive-names.rules.ts';
import { titleFromName } from '../record/documents.rules.ts';
import type { DocumentSecrets } from '../record/sealed-document.ts';

type Named = Pick<DocumentSecrets, 'title' | 'type' | 'period' | 'originName' | 'fileName'>;

const payslips: Record<Locale, string> = { fr: 'Bulletin de paie', en: 'Payslip' };

/** The name of a document that has left the safe: a payslip by its month and its employer, another by its title. */
export const titleToSave = ({ title, type, period, originName }: Named, locale: Locale): string =>
  type === 'PAYE' && period !== undefined
    ? [`${period} ${payslips[locale]}`, originName].filter((part) => part !== undefined).join(' – ')
    : title;

/** A title that is the file's own name leaves it as it came. */
function nameToSave(named: Named, locale: Locale): string {
  const title = titleToSave(named, locale);
  return title === titleFromName(named.fileName) ? named.fileName : makeNamer()(title, named.fileName);
}

/** The content under the name that it is saved by. */
export const namedToSave = <C extends { secrets: Named }>(content: C, locale: Locale): C => ({
  ...content,
  secrets: { ...content.secrets, fileName: nameToSave(content.secrets, locale) },
});
