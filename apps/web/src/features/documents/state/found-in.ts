import { titleWords, wantedBeginnings } from '@perenne/contract/words';
import { createContext, use } from 'react';
import { useTranslations } from 'use-intl';

/** The part of a found document that holds the words of a search. */
export type FoundIn = 'title' | 'content' | 'both';

/** Words that are not in the title were found in the content: the server looked for every word in one or the other. */
export function foundIn(title: string, query: string): FoundIn {
  const words = titleWords(title);
  const wanted = wantedBeginnings(query);
  const inTitle = wanted.filter((beginning) => words.some((word) => word.startsWith(beginning)));
  if (inTitle.length === wanted.length) return 'title';
  return inTitle.length === 0 ? 'content' : 'both';
}

/** The words that the list was searched for, if it was. */
export const SearchedWords = createContext<string | undefined>(undefined);

/** Says where a document was found, in a list that was searched. */
export function useFoundIn(): (document: { title: string }) => string | undefined {
  const t = useTranslations('documents.foundIn');
  const query = use(SearchedWords);
  return ({ title }) => (query === undefined ? undefined : t(foundIn(title, query)));
}
