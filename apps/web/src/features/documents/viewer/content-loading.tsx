import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import css from './viewer-notice.module.css';

/** Replaces a document. */
export const Notice = ({ children }: { children: ReactNode }) => <div className={css.notice}>{children}</div>;

export function ContentLoading({ progress }: { progress: number }) {
  const t = useTranslations('viewer');
  return (
    <Notice>
      <div className={css.progress}>
        <ProgressBar label={t('loading')} {...(progress > 0 && progress < 1 ? { value: progress } : {})} />
      </div>
    </Notice>
  );
}
