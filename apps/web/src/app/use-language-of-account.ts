import { getProfile, putUser } from '@perenne/contract/identity';
import { listCategories } from '@perenne/contract/places';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from 'use-intl';
import { isApiError, NetworkError } from '../lib/api/api-error.ts';
import { call } from '../lib/api/call.ts';
import { endpointQuery } from '../lib/api/endpoint-query.ts';
import type { Locale } from '../messages/messages.ts';

/** There is one language: where the page changes it, the account follows, and with it the mails. */
export function useLanguageOfAccount(): void {
  const queries = useQueryClient();
  const locale = useLocale();
  const before = useRef(locale);
  useEffect(() => {
    if (before.current === locale) return;
    before.current = locale;
    void follow(queries, locale);
  }, [queries, locale]);
}

async function follow(queries: QueryClient, locale: Locale): Promise<void> {
  void queries.invalidateQueries({ queryKey: [listCategories.id] });
  const query = endpointQuery(getProfile);
  try {
    // The whole profile is written: an old one would undo what was changed elsewhere.
    const profile = await queries.fetchQuery({ ...query, staleTime: 0 });
    if (profile.locale === locale) return;
    const { readProfile, writeProfile } = await import('../features/identity/profile-values.ts');
    const body = writeProfile({ ...readProfile(profile), locale });
    queries.setQueryData(query.queryKey, await call(putUser, { body }));
  } catch (failure) {
    // The page has its language all the same; the account shows its own.
    if (!isApiError(failure) && !(failure instanceof NetworkError)) throw failure;
  }
}
