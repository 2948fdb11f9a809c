import type { PublicDocument, PublicSharing } from '@perenne/contract/public-sharings';
import { useRef, useState } from 'react';
import { saveFile } from '../../lib/browser/download.ts';
import type { ReadOptions } from '../../lib/documents/guest-viewer.ts';
import type { SharedContents } from './shared-contents.ts';

interface DownloadFault {
  /** The title of the download. */
  title: string;
  error: unknown;
  /** Repeats what failed; bytes that have come are not asked for again. */
  retry: () => void;
  dismiss: () => void;
}

interface DownloadsInput {
  share: PublicSharing;
  contents: SharedContents;
  /** Something of the share was taken. */
  onTaken: () => void;
  /** True where an error leads elsewhere, and is not to be shown here. */
  onFault: (error: unknown) => boolean;
}

interface Taken {
  content: Blob;
  fileName: string;
}

/** The name under which several documents are saved together. */
export const archive = 'archive';

export type Downloads = ReturnType<typeof useDownloads>;

/** The downloads of a share that are under way, and the last that failed. */
export function useDownloads({ share, contents, onTaken, onFault }: DownloadsInput) {
  const { running, begin, setProgress, end, cancel } = useRunning();
  const [fault, setFault] = useState<DownloadFault>();
  const [saved, setSaved] = useState<string>();
  const run = async (key: string, title: string, take: (options: ReadOptions) => Promise<Taken>): Promise<void> => {
    const signal = begin(key);
    if (!signal) return;
    setFault(undefined);
    setSaved(undefined);
    try {
      const { content, fileName } = await take({ signal, onProgress: (progress) => setProgress(key, progress) });
      saveFile(content, fileName);
      setSaved(title);
      onTaken();
    } catch (error) {
      const [retry, dismiss] = [() => void run(key, title, take), () => setFault(undefined)];
      if (!signal.aborted && !onFault(error)) setFault({ title, error, retry, dismiss });
    }
    end(key, signal);
  };
  const download = (document: PublicDocument) =>
    void run(document.id, document.title, (options) => contents.download(share, document, options));
  const downloadSeveral = (documents: readonly PublicDocument[]) =>
    void run(archive, share.title, async (options) => ({
      content: await contents.downloadSeveral(share, documents, options),
      fileName: `${share.title}.zip`,
    }));
  return {
    ...{ download, downloadSeveral, cancel, fault },
    /** The title of what was saved last, until something else is asked for. */
    saved,
    isArchiving: running.has(archive),
    /** 0 to 1 of a document that is being downloaded, or of `archive`. */
    progressOf: (id: string) => running.get(id),
  };
}

/** The downloads under way, and how far; each can be stopped. */
function useRunning() {
  const [running, setRunning] = useState<ReadonlyMap<string, number>>(new Map());
  const controllers = useRef(new Map<string, AbortController>());
  const change = (act: (after: Map<string, number>) => void) =>
    setRunning((before) => {
      const after = new Map(before);
      act(after);
      return after;
    });
  const remove = (key: string) => {
    controllers.current.delete(key);
    change((after) => after.delete(key));
  };
  return {
    running,
    /** Undefined where it is under way already. */
    begin: (key: string): AbortSignal | undefined => {
      if (controllers.current.has(key)) return undefined;
      const controller = new AbortController();
      controllers.current.set(key, controller);
      change((after) => after.set(key, 0));
      return controller.signal;
    },
    setProgress: (key: string, progress: number) =>
      change((after) => {
        if (after.has(key)) after.set(key, progress);
      }),
    /** Another may have begun under its name since it was stopped. */
    end: (key: string, signal: AbortSignal) => {
      if (controllers.current.get(key)?.signal === signal) remove(key);
    },
    cancel: (key: string) => {
      controllers.current.get(key)?.abort();
      remove(key);
    },
  };
}
