import type { Document } from '@perenne/contract/documents';
import { readFile } from '../documents/document-content.ts';

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Browsers read the address after the click; a minute leaves them all the time they need.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Downloads a document of the safe under the name that the server gives it. Reading it takes its unread mark away. */
export async function downloadDocument({ id, fileName }: Pick<Document, 'id' | 'fileName'>): Promise<void> {
  const file = await readFile(id);
  saveFile(file.content, file.fileName ?? fileName);
}
