import type { ReactNode } from 'react';
import css from './page-heading.module.css';

interface PageHeadingProps {
  /** The page's one `h1`; the shell gives it the focus after a navigation. */
  title: string;
  /** The document's title, where it differs. */
  documentTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  size?: 'normal' | 'large';
}

export function PageHeading({ title, documentTitle, subtitle, actions, size = 'normal' }: PageHeadingProps) {
  return (
    <div className={css.head} data-size={size} data-sentence={typeof subtitle === 'string' || undefined}>
      <title>{`${documentTitle ?? title} – Pérenne`}</title>
      <div className={css.words}>
        <h1 tabIndex={-1} data-page-heading>
          {title}
        </h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
