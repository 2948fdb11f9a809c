import { extensionOf } from '../record/file-type.rules.ts';

/** Characters that show nothing or turn the direction of the next ones; joiners are part of words and of emoji. */
const invisible = /(?![\u200c\u200d])\p{Cf}/gu;
/** Characters that some system does not take in a name. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** Windows takes these for devices, whatever follows the dot and whatever spaces come before it. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³]) *(\.|$)/i;
/** With an extension and a number it stays under the 255 bytes of every file system. */
const mostBytes = 200;

/** Equal for names that are one file where a system ignores case: `ς` and `σ`, `ß` and `SS`, `ﬁ` and `FI` too. */
const withoutCase = (name: string): string => name.toUpperCase().toLowerCase();

/**
 * Names for files that go into one folder of any system: what they are called, without anything that
 * leads elsewhere, each once, whatever its case.
 */
export function makeNamer(): (title: string, fileName: string) => string {
  const taken = new Set<string>();
  return (title, fileName) => {
    const extension = extensionOf(fileName);
    const stem = stemOf(title, extension);
    const end = extension === null ? '' : `.${extension}`;
    let name = `${stem}${end}`;
    for (let next = 2; taken.has(withoutCase(name)); next++) name = `${stem} (${next})${end}`;
    taken.add(withoutCase(name));
    return name;
  };
}

function stemOf(title: string, extension: string | null): string {
  const plain = title.toWellFormed().normalize('NFC').replace(invisible, '').replace(unfit, ' ').replace(/\s+/g, ' ');
  const suffix = extension === null ? '' : `.${extension}`;
  const stem = suffix && plain.toLowerCase().endsWith(suffix) ? plain.slice(0, -suffix.length) : plain;
  const trimmed = cut(stem).replace(/^[. ]+|[. ]+$/g, '');
  if (trimmed === '') return 'document';
  return reserved.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** In whole characters. */
function cut(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) return kept;
    kept += character;
  }
  return kept;
}
