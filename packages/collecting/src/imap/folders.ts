/** The names of folders in the modified UTF-7 of servers (RFC 3501, 5.1.3). */
export const encodeFolder = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll('&', '&-')
    .replace(/[^\x20-\x7e]+/g, (text) => `&${encodeWide(text)}-`);

const encodeWide = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('base64').replaceAll('=', '').replaceAll('/', ',');

export type ListedFolder = { name: string; delimiter: string };

/**
 * The folder that an owner means by “Factures” or “Maison/Factures”: programs hide the mark that a server puts between
 * names, and the folder that all others are in. Undefined where there is none, or more than one.
 */
export function findFolder(typed: string, folders: readonly ListedFolder[]): string | undefined {
  const names = typed.split('/').map(encodeFolder);
  const found = folders.filter(({ name, delimiter }) => {
    const wanted = names.join(delimiter).toLowerCase();
    const one = name.toLowerCase();
    return one === wanted || (delimiter !== '' && one.endsWith(`${delimiter}${wanted}`));
  });
  return found.length === 1 ? found[0]?.name : undefined;
}
