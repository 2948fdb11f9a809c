import { useTranslations } from 'use-intl';
import { useNotify } from '../../ui/feedback/notifications.tsx';

/** Copies a link and says so. */
export function useCopyLink(): (link: string) => Promise<void> {
  const t = useTranslations('shares');
  const notify = useNotify();
  return async (link) => {
    try {
      await navigator.clipboard.writeText(link);
      notify({ text: t('copied'), group: 'link' });
    } catch {
      // Browsers refuse it to pages that nobody has just pressed: the link can still be selected.
      notify({ type: 'warning', text: t('copyFailed'), group: 'link' });
    }
  };
}
