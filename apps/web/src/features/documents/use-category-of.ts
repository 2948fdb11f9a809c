import type { Document } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '../../lib/document-queries.ts';
import { toneOf } from '../../lib/document-tone.ts';

/** The name and the colours of the category that a document stands in. */
export function useCategoryOf({ categoryId }: Pick<Document, 'categoryId'>) {
  const { data } = useQuery(categoriesQuery);
  const category = data?.items.find(({ id }) => id === categoryId);
  return { title: category?.title ?? '\u00A0', tone: toneOf(category) };
}
