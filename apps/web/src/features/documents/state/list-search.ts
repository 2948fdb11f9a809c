import { addedBy, documentSort, type DocumentType, documentType } from '@perenne/contract/documents';
import { readDay } from '../../../lib/i18n/calendar-day.ts';
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';

export const views = ['list', 'grid'] as const;
export type View = (typeof views)[number];

/** The list's part of the address; a value that is no such thing is as if it were not there. */
export interface ListSearch {
  q?: string | undefined;
  category?: string | undefined;
  type?: DocumentType | undefined;
  by?: (typeof addedBy.options)[number] | undefined;
  /** The collector that brought them, of those that `by` lets through. */
  origin?: string | undefined;
  unread?: 'true' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: (typeof documentSort.options)[number];
  /** The address always has it, unless it is the list. */
  view?: View | undefined;
  /** The document that is open in the viewer. */
  document?: string | undefined;
}

const oneOf = <Option extends string>(options: readonly Option[], value: string | undefined): Option | undefined =>
  options.find((option) => option === value);

const mostWords = 200;
const wordsOf = (value: string | undefined): string | undefined => {
  const words = value?.trim();
  return words && words.length <= mostWords ? words : undefined;
};

const idShape = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Read by hand: the list's page comes without Zod. */
export const readListSearch = (asked: Asked): ListSearch => ({
  q: wordsOf(asked.q),
  category: asked.category,
  type: oneOf(documentType.options, asked.type),
  by: oneOf(addedBy.options, asked.by),
  origin: asked.origin && idShape.test(asked.origin) ? asked.origin : undefined,
  unread: oneOf(['true'], asked.unread),
  from: readDay(asked.from),
  to: readDay(asked.to),
  sort: oneOf(documentSort.options, asked.sort) ?? '-addedAt',
  view: oneOf(views, asked.view),
  document: asked.document,
});

export type ListSort = ListSearch['sort'];
type Asked = Partial<Record<keyof ListSearch, string>>;
export type Changes = { [Name in keyof ListSearch]?: ListSearch[Name] | undefined };

export const filterNames = ['q', 'category', 'type', 'by', 'origin', 'unread', 'from', 'to'] as const;

/** The address with these changes: what becomes undefined leaves it. */
export const changed =
  (changes: Changes) =>
  (asked: Asked): Asked =>
    Object.fromEntries(Object.entries({ ...asked, ...changes }).filter(([, value]) => value !== undefined));

const noFilters: Changes = Object.fromEntries(filterNames.map((name) => [name, undefined]));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The viewer was opened over the list: closing it is going back. */
    isFromList?: boolean;
  }
}

/** Opens the viewer over the list. */
export function useOpenDocument(): (id: string) => void {
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  return (id) =>
    void navigate({ to: '.', search: changed({ document: id }), state: { isFromList: true }, resetScroll: false });
}

/** Closes it: back to the list that it was opened from, or, where a link led to it, on to its list. */
export function useCloseDocument(): () => void {
  const router = useRouter();
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const isFromList = useLocation({ select: ({ state }) => state.isFromList ?? false });
  return () => {
    if (isFromList) router.history.back();
    else void navigate({ to: '.', search: changed({ document: undefined }), replace: true, resetScroll: false });
  };
}

/** A place keeps this of the one that led to it: the order of its list, and how it is drawn. */
export const kept = ({ sort, view }: Asked): Asked =>
  changed({})({ ...(sort ? { sort } : {}), ...(view ? { view } : {}) });

/** The list that the address asks for, and the way to ask for another. */
export function useListSearch() {
  const search = readListSearch(useSearch({ from: '/safe/documents/{-$folderId}' }));
  const { folderId } = useParams({ from: '/safe/documents/{-$folderId}' });
  const navigate = useNavigate({ from: '/documents/{-$folderId}' });
  const change = (changes: Changes) => void navigate({ to: '.', search: changed(changes), resetScroll: false });
  return {
    search,
    folderId,
    isFiltered: filterNames.some((name) => search[name] !== undefined),
    change,
    /** Everything again, in the same order; out of the folder too. */
    clear: () =>
      void navigate({ to: '.', params: { folderId: undefined }, search: changed(noFilters), resetScroll: false }),
  };
}
