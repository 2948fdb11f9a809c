import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '../../lib/upload.ts';

export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'added' | 'failed';
  /** 0 to 1 of the bytes sent. */
  progress: number;
  error?: unknown;
}

type Change = Partial<Pick<Upload, 'state' | 'progress' | 'error'>>;

const isCancelled = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Sends files one after the other; closing the dialog stops what is not sent yet. */
export function useUploads(fields: Record<string, string>) {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const lastId = useRef(0);
  const [stop] = useState(() => new AbortController());
  useEffect(() => () => stop.abort(), [stop]);
  const change = (id: number, changes: Change) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  const send = async (upload: Upload) => {
    change(upload.id, { state: 'sending', progress: 0 });
    try {
      const onProgress = (progress: number) => change(upload.id, { progress });
      await uploadFile(upload.file, { fields, onProgress, signal: stop.signal });
      change(upload.id, { state: 'added', progress: 1 });
    } catch (error) {
      if (!isCancelled(error)) change(upload.id, { state: 'failed', error });
    }
    await queries.invalidateQueries();
  };

  const add = async (files: readonly File[]) => {
    const added = files.map((file): Upload => ({ id: ++lastId.current, file, state: 'waiting', progress: 0 }));
    setUploads((all) => [...all, ...added]);
    for (const upload of added) {
      if (stop.signal.aborted) return;
      // One at a time: a phone's line is narrow, and each answer comes sooner.
      // oxlint-disable-next-line no-await-in-loop
      await send(upload);
    }
  };
  return { uploads, add, retry: send };
}
