import type { Document } from '@perenne/contract/documents';
import { useTranslations } from 'use-intl';

/** Names who added a document: in a few words, or in a sentence. */
export function useOrigin() {
  const t = useTranslations('home');
  return {
    short: ({ addedBy, origin }: Document): string => origin?.name ?? (addedBy === 'employee' ? t('you') : ''),
    sentence({ addedBy, origin }: Document): string {
      const name = origin?.name ?? '';
      if (addedBy === 'employee') return name ? t('fromAsked', { name }) : t('fromYou');
      return t(addedBy === 'company' ? 'fromEmployer' : 'fromCollector', { name });
    },
  };
}
