import { createContext, use } from 'react';

/** The category or folder that receives the files; elsewhere than these, where the server puts them. */
export interface AddDocumentsTarget {
  categoryId?: string;
  folderId?: string;
}

/** Opens the dialog that adds files; the shell provides it, any feature may ask for it. */
export const AddDocumentsContext = createContext<((target?: AddDocumentsTarget) => void) | null>(null);

export function useAddDocuments() {
  const open = use(AddDocumentsContext);
  if (!open) throw new Error('useAddDocuments outside the shell');
  return open;
}
