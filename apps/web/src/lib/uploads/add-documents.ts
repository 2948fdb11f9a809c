import { createContext, use } from 'react';

/** The category or folder that receives the files; elsewhere than these, where the server puts them. */
export interface AddDocumentsTarget {
  categoryId?: string;
  folderId?: string;
}

/** A file, and the folders that hold it on the device, the outermost first. */
export interface PlacedFile {
  file: File;
  path: readonly string[];
}

/** A folder of the device that holds nothing: the path is its own. */
interface EmptyFolder {
  file?: undefined;
  path: readonly string[];
}

export type Placed = PlacedFile | EmptyFolder;

type AddDocuments = (target?: AddDocumentsTarget, placed?: readonly Placed[]) => void;

/** Opens the dialog that adds files, those if there are some; the shell provides it, any feature may ask for it. */
export const AddDocumentsContext = createContext<AddDocuments | null>(null);

export function useAddDocuments() {
  const open = use(AddDocumentsContext);
  if (!open) throw new Error('useAddDocuments outside the shell');
  return open;
}
