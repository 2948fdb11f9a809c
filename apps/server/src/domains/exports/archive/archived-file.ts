/** A file as the archive holds it. */
export type ArchivedFile = {
  /** Its path, with `/` between folders. */
  name: string;
  mimeType: string;
  /** In base 64, as XML signatures write digests. */
  sha256: string;
  sizeBytes: number;
};

/** A document as the manifest describes it. `file` is null where the stored content is damaged: it is not in the archive. */
export type DescribedDocument = {
  id: string;
  file: string | null;
  /** A PRONOM identifier, or a MIME type. */
  format: string;
  /** The digest of the deposit, in base 64. */
  sha256: string;
  sizeBytes: number;
  title: string;
  /** Null where the row of the document is damaged: the rest is from its journal then. */
  type: string | null;
  /** Its category and folders, with `/` between them. */
  place: string;
  /** ISO 8601, UTC. */
  depositedAt: string;
  /** The name of the depositor; absent where the owner deposited it. */
  originName?: string;
  /** Whether that is the address which the link of a request was sent to: anybody may have used the link. */
  isByLink?: boolean;
};
