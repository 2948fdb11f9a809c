import { useNavigate } from '@tanstack/react-router';
import { forgetInTab, inSafe, keepInTab, readFromTab } from '../browser/tab-memory.ts';

const key = () => inSafe('documentsToShare');

/** Begins a share of these documents; any feature may ask for it. */
export function useShareDocuments(): (documents: readonly string[]) => void {
  const navigate = useNavigate();
  return (documents) => {
    keepInTab(key(), documents);
    void navigate({ to: '/shares/new' });
  };
}

/** The documents of the share that is being begun, if it was begun from documents. */
export const readDocumentsToShare = (): readonly string[] | null => readFromTab(key()) as readonly string[] | null;
export const forgetDocumentsToShare = (): void => forgetInTab(key());
