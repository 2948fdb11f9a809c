import type { Locale } from '../../../../platform/http/locale.ts';
import type { ZipEntry } from '../../../../platform/zip/zip.ts';

/** Without a title where the row cannot be opened. */
export type DamagedEntry = { title: string | null; documentId: string };

const words = {
  fr: {
    name: 'DOCUMENTS ENDOMMAGÉS.txt',
    one: 'Un document n’est pas dans cette archive\u00a0: son contenu conservé n’est plus celui qui a été déposé. Contactez l’assistance.',
    several:
      'Ces documents ne sont pas dans cette archive\u00a0: leur contenu conservé n’est plus celui qui a été déposé. Contactez l’assistance.',
  },
  en: {
    name: 'DAMAGED DOCUMENTS.txt',
    one: 'One document is not in this archive: its stored content is not what was deposited any more. Contact support.',
    several:
      'These documents are not in this archive: their stored contents are not what was deposited any more. Contact support.',
  },
} satisfies Record<Locale, Record<string, string>>;

/** A text in an archive that names the documents which are missing from it, by title and identifier. */
export function damagedEntry(
  damaged: readonly DamagedEntry[],
  { locale, modifiedAt }: { locale: Locale; modifiedAt: Date },
): ZipEntry {
  const { name, one, several } = words[locale];
  const lines = damaged.map(({ title, documentId }) => (title === null ? documentId : `${title} (${documentId})`));
  const text = `\ufeff${[damaged.length === 1 ? one : several, '', ...lines].join('\r\n')}\r\n`;
  return { name, modifiedAt, open: () => [Buffer.from(text)] };
}
