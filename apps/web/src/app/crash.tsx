import { useTranslations } from 'use-intl';
import { buttonClass } from '../ui/button.tsx';
import { useEarlyFrameEnd } from '../ui/early-frame.ts';
import { ErrorState } from '../ui/error-state.tsx';

/** What stands in place of a page that failed: a fault of ours, or a new version whose files have changed. */
export function Crash() {
  const t = useTranslations('app');
  useEarlyFrameEnd();
  return (
    <section style={{ display: 'grid', justifyItems: 'center', padding: '10vh 1rem' }}>
      <title>{`${t('crashTitle')} – ${t('name')}`}</title>
      <h1 data-page-heading tabIndex={-1}>
        {t('crashTitle')}
      </h1>
      <ErrorState message={t('crashText')} isCompact />
      <a href={location.pathname} className={buttonClass('primary')}>
        {t('reload')}
      </a>
    </section>
  );
}
