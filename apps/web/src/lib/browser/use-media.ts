import { useSyncExternalStore } from 'react';

/** Whether a media query holds, for what differs in more than its style. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Phones: rows of a table become lines of two. The same width as in the style sheets. */
export const usePhone = () => useMedia('(max-width: 767px)');
