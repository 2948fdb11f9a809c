import { Readable } from 'node:stream';
import type { DocumentType } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import type { categoryKinds } from '@perenne/contract/places';
import { changeDocument } from '../../src/domains/documents/listing/change-document.ts';
import { listDocuments } from '../../src/domains/documents/listing/list-documents.ts';
import { listCategories } from '../../src/domains/documents/listing/list-places.ts';
import { uploadDocument } from '../../src/domains/documents/upload/upload-document.ts';
import type { Owner } from '../../src/platform/http/actors.ts';
import type { Platform } from '../../src/platform/platform.ts';

export type Paper = {
  title: string;
  type: DocumentType;
  /** The category, when it is not that of its type. */
  kind?: (typeof categoryKinds)[number];
  fileName: string;
  /** Until when it is good, as its owner says. */
  expiresOn?: string;
  make(): Buffer | Promise<Buffer>;
};

/** Adds a paper as its owner would, unless it has been added. */
export async function ensurePaper(platform: Platform, owner: Owner, paper: Paper): Promise<void> {
  const { title, expiresOn } = paper;
  const query = { addedBy: 'employee', sort: '-addedAt', limit: 200 } as const;
  const { items } = await listDocuments(platform, owner, query);
  const known = items.find((item) => item.title === title);
  const { id } = known ?? (await addPaper(platform, owner, paper));
  if (expiresOn && known?.expiresOn === undefined)
    await changeDocument(platform, owner, { documentId: id, change: { expiresOn } });
}

async function addPaper(platform: Platform, owner: Owner, { title, type, kind, ...paper }: Paper) {
  const content = await paper.make();
  const categoryId = kind && (await categoryOf(platform, owner, kind));
  return uploadDocument(platform, owner, {
    wantedBytes: content.length,
    receive: async (take) => ({
      fields: { title, type, ...(categoryId !== undefined && { categoryId }) },
      content: await take({ fileName: paper.fileName, chunks: Readable.from([content]) }),
    }),
  });
}

/** If its owner has removed that category, the type decides. */
async function categoryOf(platform: Platform, owner: Owner, kind: Paper['kind']): Promise<string | undefined> {
  const { items } = await listCategories(platform, owner, { limit: limits.pageMost });
  return items.find((category) => category.kind === kind)?.id;
}
