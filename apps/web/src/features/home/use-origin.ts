import type { Document } from '@perenne/contract/documents';
import { useTranslations } from 'use-intl';

/** Who added a document: in a few words, or in a sentence. */
export function useOrigin() {
  const t = useTranslations('home');
  return {
    short: ({ addedBy, origin }: Document): string => (addedBy === 'employee' ? t('you') : (origin.name ?? '')),
    sentence({ addedBy, origin }: Document): string {
      if (addedBy === 'employee') return t('fromYou');
      return t(addedBy === 'company' ? 'fromEmployer' : 'fromCollector', { name: origin.name ?? '' });
    },
  };
}
