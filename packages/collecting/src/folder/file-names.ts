/** The kinds of files that a safe takes: a server's test compares this list with the safe's own. */
export const acceptedExtensions: ReadonlySet<string> = new Set([
  ...['pdf', 'png', 'jpg', 'jpeg', 'jfif', 'gif', 'webp', 'heic', 'heif', 'avif', 'tif', 'tiff', 'bmp'],
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf'],
  ...['txt', 'csv', 'xml', 'eml', 'zip'],
]);

/** Longer than any file system writes: a server that says so is making it up. */
const longestName = 255;

/**
 * Whether a name that a server lists is that of one thing inside its folder. A name in bytes that are no UTF-8 could not
 * be asked for again.
 */
export const isPlainName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  name.length <= longestName &&
  name.isWellFormed() &&
  !/[/\\\0\uFFFD]/.test(name);

/** Hidden files and those that an editor holds open are not documents. */
const isHidden = (name: string): boolean => name.startsWith('.') || name.startsWith('~$');

/** Whether to look into a folder of that name. */
export const isVisibleFolder = (name: string): boolean => isPlainName(name) && !isHidden(name);

/** Whether a file of that name may be a document. */
export const isDocumentName = (name: string): boolean =>
  isPlainName(name) && !isHidden(name) && acceptedExtensions.has(extensionOf(name));

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** A file's name as a title: without its extension. */
export const titleOf = (name: string): string => name.slice(0, Math.max(1, name.lastIndexOf('.')));
