import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import { titleOf } from '@perenne/collecting/folder/file-names';
import { Folder } from '@perenne/collecting/folder/new-files';
import type { CollectedDocument, Run } from '@perenne/collecting/run';
import { openSession } from './session.ts';

/** `hostKey` is the fingerprint of the key that the server showed at the first connection; `folder` is of `login`. */
type Memory = { hostKey: string; login?: unknown; folder?: unknown };

/** Gives the documents of a folder and of its sub-folders, the newest first. */
export async function* collect(run: Run): AsyncGenerator<CollectedDocument> {
  const remembered = memoryOf(run.memory);
  const session = await openSession(run, remembered?.hostKey);
  try {
    const { hostKey } = session;
    const login = String(run.credentials['login']);
    const folder = new Folder(
      await session.listFiles(folderOf(run)),
      remembered?.login === login ? remembered.folder : null,
    );
    for await (const file of folder.newFiles(run)) {
      const opened = await session.openFile(file);
      if (opened === null || opened instanceof DocumentFailure) {
        folder.leave(file, opened ?? undefined);
        continue;
      }
      const { identity, name, date } = file;
      yield {
        ...{ identity, title: titleOf(name), fileName: name, ...(date && { date }) },
        open: () => folder.read(file, opened.chunks()),
      };
      await opened.close();
    }
    run.remember({ hostKey, login, folder: folder.memory() });
  } finally {
    session.end();
  }
}

function memoryOf(memory: Run['memory']): Memory | null {
  if (typeof memory !== 'object' || memory === null || !('hostKey' in memory)) return null;
  const { hostKey, login, folder } = memory as Partial<Memory>;
  if (typeof hostKey !== 'string') throw new CollectingError('PARTNER_CHANGED', 'the memory is of another collector');
  return { hostKey, login, folder };
}

/** Defaults to the folder in which the account begins. */
const folderOf = ({ credentials }: Run): string => {
  const typed = String(credentials['folder'] ?? '').replace(/^~(\/|$)/, '');
  return typed.replace(/(?<=.)\/+$/, '') || '.';
};
