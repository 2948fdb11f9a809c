import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Accounts } from './accounts.ts';
import { withDatabase } from './database.ts';

/** Turns one bit near the end of what is stored of a document, as a disk does. */
export async function spoilContent(accounts: Accounts, documentId: string): Promise<void> {
  const { rows } = await withDatabase(accounts, (client) =>
    client.query<{ object: string }>('select object_id as object from documents where document_id = $1', [documentId]),
  );
  const object = rows[0]?.object ?? '';
  const file = await open(join(accounts.dataFolder, 'objects', object.slice(-2), object), 'r+');
  try {
    const place = (await file.stat()).size - 100;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, place);
    await file.write(Buffer.of((buffer[0] ?? 0) ^ 1), 0, 1, place);
  } finally {
    await file.close();
  }
}
