import type { SharingContext } from '@perenne/contract/public-sharings';
import { IconMailOpened } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { NetworkError } from '../../../lib/api/api-error.ts';
import { CodeEntry, hasCode } from './code-entry.tsx';
import { CodeWays } from './code-ways.tsx';
import { GuestEnd } from '../guest-end.tsx';
import { LinkEntry } from './link-entry.tsx';
import type { Opened } from '../opened.ts';

export interface CodeCheckPageProps {
  /** The share that the link opens; null without a link. */
  opened: Opened<SharingContext | null>;
  /** The way by which a code was asked for, or that the visitor has one. */
  by: string | undefined;
  /** Why the visitor is sent back here. */
  reason: string | undefined;
  onRetry: () => void;
}

/** A visitor who comes by a link proves to be its recipient. */
export function CodeCheckPage({ opened, by, reason, onRetry }: CodeCheckPageProps) {
  const t = useTranslations('publicShares');
  const errorMessage = useErrorMessage('sharing');
  if ('error' in opened) {
    return (
      <>
        <PageHeading title={t('title')} />
        <ErrorState
          message={errorMessage(opened.error)}
          isOffline={opened.error instanceof NetworkError}
          onRetry={onRetry}
        />
      </>
    );
  }
  const context = opened.data;
  if (!context) return <NoLink />;
  if (context.mode === 'LINK') return <LinkEntry context={context} reason={reason} />;
  const way = context.modes.find((mode) => mode === by);
  if (by === hasCode) return <CodeEntry key={by} context={context} way={undefined} />;
  return way ? <CodeEntry key={way} context={context} way={way} /> : <CodeWays context={context} reason={reason} />;
}

function NoLink() {
  const t = useTranslations('publicShares');
  return (
    <GuestEnd
      title={t('title')}
      icon={<IconMailOpened size={36} stroke={1.5} />}
      state={t('noneTitle')}
      actions={
        <Link to="/help" className={buttonClass()}>
          {t('about')}
        </Link>
      }
    >
      {t('noneText')}
    </GuestEnd>
  );
}
