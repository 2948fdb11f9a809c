import type { PublicDocument } from '@perenne/contract/public-sharings';
import type { ReactNode } from 'react';

export interface ReadOptions {
  signal?: AbortSignal;
  /** 0 to 1 of the bytes that have come. */
  onProgress?: (share: number) => void;
}

/** The viewer of documents that somebody else keeps: the app hands it to the feature that shows them. */
export interface GuestViewerProps {
  document: PublicDocument;
  /** The facts under its title. */
  facts: ReactNode;
  read: (options: ReadOptions) => Promise<Blob>;
  /** True where an error leads elsewhere, and is not to be shown here. */
  onFault: (error: unknown) => boolean;
  downloadLabel: string;
  onDownload: () => void;
  isDownloading: boolean;
  /** The state of its download: it lies over the foot of the document. */
  transfer: ReactNode;
  /** From 1, in its list. */
  position: number;
  total: number;
  showPrevious: (() => void) | undefined;
  showNext: (() => void) | undefined;
  onClose: () => void;
}
