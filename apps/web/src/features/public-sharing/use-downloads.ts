import type { PublicDocument, PublicSharing } from '@perenne/contract/public-sharings';
import { useState } from 'react';
import { saveFile } from '../../lib/download.ts';
import type { SharedContents } from './shared-contents.ts';

interface DownloadFault {
  error: unknown;
  /** What failed, once more; what has come of it is not asked for again. */
  retry: () => void;
}

interface DownloadsInput {
  share: PublicSharing;
  contents: SharedContents;
  /** Something of the share was taken. */
  onTaken: () => void;
  /** True where an error leads elsewhere, and is not to be told here. */
  onFault: (error: unknown) => boolean;
}

/** The name under which several documents are saved together. */
const archive = 'archive';

/** The downloads of a share that are under way, and the last that failed. */
export function useDownloads({ share, contents, onTaken, onFault }: DownloadsInput) {
  const [running, setRunning] = useState<ReadonlyMap<string, number>>(new Map());
  const [fault, setFault] = useState<DownloadFault>();
  const setProgress = (key: string, progress: number | undefined) =>
    setRunning((before) => {
      const after = new Map(before);
      if (progress === undefined) after.delete(key);
      else after.set(key, progress);
      return after;
    });
  const run = async (key: string, take: () => Promise<void>): Promise<void> => {
    if (running.has(key)) return;
    setFault(undefined);
    setProgress(key, 0);
    try {
      await take();
      onTaken();
    } catch (error) {
      if (!onFault(error)) setFault({ error, retry: () => void run(key, take) });
    }
    setProgress(key, undefined);
  };
  const download = (document: PublicDocument) =>
    void run(document.id, async () => {
      const onProgress = (progress: number) => setProgress(document.id, progress);
      const { content, fileName } = await contents.download(share, document, { onProgress });
      saveFile(content, fileName);
    });
  const downloadSeveral = (documents: readonly PublicDocument[]) =>
    void run(archive, async () => {
      saveFile(await contents.downloadSeveral(share, documents, {}), `${share.title}.zip`);
    });
  return {
    download,
    downloadSeveral,
    fault,
    isArchiving: running.has(archive),
    /** 0 to 1 of a document that is being downloaded. */
    progressOf: (id: string) => running.get(id),
  };
}
