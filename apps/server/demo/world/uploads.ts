import { Readable } from 'node:stream';
import type { DocumentType } from '@perenne/contract/documents';
import type { categoryKinds } from '@perenne/contract/places';
import { listDocuments } from '../../src/domains/documents/list-documents.ts';
import { listCategories } from '../../src/domains/documents/places.ts';
import { uploadDocument } from '../../src/domains/documents/upload-document.ts';
import type { Owner } from '../../src/platform/http/actors.ts';
import type { Platform } from '../../src/platform/platform.ts';

export type Paper = {
  title: string;
  type: DocumentType;
  /** Where it goes, when not where its type goes. */
  kind?: (typeof categoryKinds)[number];
  fileName: string;
  make(): Buffer | Promise<Buffer>;
};

/** Adds a paper as its owner would, unless it has been added. */
export async function ensurePaper(platform: Platform, owner: Owner, paper: Paper): Promise<void> {
  const { title, type, kind, fileName } = paper;
  const query = { addedBy: 'employee', sort: '-addedAt', limit: 200 } as const;
  const { items } = await listDocuments(platform, owner, query);
  if (items.some((item) => item.title === title)) return;
  const content = await paper.make();
  const categoryId = kind && (await categoryOf(platform, owner, kind));
  await uploadDocument(platform, owner, {
    wantedBytes: content.length,
    receive: async (take) => ({
      fields: { title, type, ...(categoryId !== undefined && { categoryId }) },
      content: await take({ fileName, chunks: Readable.from([content]) }),
    }),
  });
}

/** Where its owner has removed that category, the type decides. */
async function categoryOf(platform: Platform, owner: Owner, kind: Paper['kind']): Promise<string | undefined> {
  const { items } = await listCategories(platform, owner);
  return items.find((category) => category.kind === kind)?.id;
}
