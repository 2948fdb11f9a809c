import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type AddDocumentsTarget, AddDocumentsContext, type Placed } from '../../lib/uploads/add-documents.ts';
import { refreshDocuments } from '../../lib/documents/document-queries.ts';
import { makePart } from '../../lib/lazy/part.tsx';
import { hasUnfinished, UploadQueue, UploadQueueContext, useUploads } from '../../lib/uploads/upload-queue.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

const UploadDialog = makePart(
  () => import('../../features/documents/adding/upload-dialog.tsx').then((module) => module.UploadDialog),
  'arranging',
);
const UploadPanel = makePart(
  () => import('../../features/documents/adding/upload-panel.tsx').then((module) => module.UploadPanel),
  'arranging',
);
/** Comes with the first file. If it cannot be loaded, the file is sent all the same: the server keeps both. */
const findDuplicate = async (file: File, signal: AbortSignal) => {
  const found = await import('../../lib/uploads/find-duplicate.ts').catch(() => null);
  return found?.findDuplicate(file, signal);
};

/** Lets every page add files, and keeps them on their way from page to page. */
export function Uploads({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<{ target: AddDocumentsTarget; placed: readonly Placed[] } | null>(null);
  const [queue] = useState(() => new UploadQueue(() => void refreshDocuments(queries), findDuplicate));
  const uploads = useUploads(queue);
  useConnection(queue);
  useLeaveWarning(hasUnfinished(uploads));
  useNoStrayDrop();
  return (
    <UploadQueueContext value={queue}>
      <AddDocumentsContext value={(target = {}, placed = []) => setAsked({ target, placed })}>
        {children}
        {uploads.length > 0 && <UploadPanel onClose={() => queue.clear()} />}
        {asked && <UploadDialog {...asked} onClose={() => setAsked(null)} />}
      </AddDocumentsContext>
    </UploadQueueContext>
  );
}

/** Goes on when the connection is back; signing out ends everything. */
function useConnection(queue: UploadQueue) {
  useEffect(() => {
    const goOn = () => queue.sendNext();
    window.addEventListener('online', goOn);
    return () => {
      window.removeEventListener('online', goOn);
      queue.stop();
    };
  }, [queue]);
}

/** A file dropped beside what takes it would otherwise be opened in place of the application. */
function useNoStrayDrop() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'none';
      }
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
