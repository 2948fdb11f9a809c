import { addedBy, documentSort, documentType } from '@perenne/contract/documents';
import { calendarDate } from '@perenne/contract/fields';
import { useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { z } from 'zod';

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** What the address says of the list. A value that is no such thing is as if it were not there. */
const listSearch = z.object({
  q: optional(z.string().trim().min(1).max(200)),
  category: optional(z.string()),
  type: optional(documentType),
  by: optional(addedBy),
  unread: optional(z.literal('true')),
  from: optional(calendarDate),
  to: optional(calendarDate),
  sort: documentSort.catch('-addedAt'),
  /** The document that is open in the viewer. */
  document: optional(z.string()),
});

export type ListSearch = z.output<typeof listSearch>;
export type ListSort = ListSearch['sort'];
type Asked = Partial<Record<keyof ListSearch, string>>;
export type Changes = { [Name in keyof ListSearch]?: ListSearch[Name] | undefined };

export const filterNames = ['q', 'category', 'type', 'by', 'unread', 'from', 'to'] as const;

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

/** The list that the address asks for, and the way to ask for another. */
export function useListSearch() {
  const search = listSearch.parse(useSearch({ from: '/safe/documents/{-$folderId}' }));
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
