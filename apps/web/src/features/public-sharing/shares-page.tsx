import { markSharingAsRead, type PublicDocument, type PublicSharing } from '@perenne/contract/public-sharings';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { NetworkError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import type { GuestViewerProps } from '../../lib/documents/guest-viewer.ts';
import { onTokensChangedElsewhere, readToken } from '../../lib/api/tokens.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { EndVisit } from './entry/end-visit.tsx';
import type { Opened, Visit } from './opened.ts';
import { ShareCard } from './share-card.tsx';
import { SharedContents } from './shared-contents.ts';
import css from './shares-page.module.css';
import { useLeave } from './entry/use-leave.ts';

interface SharesPageProps {
  opened: Opened<Visit>;
  /** The document over the page, and its share, as the address names them. */
  shown: { share: string | undefined; document: string | undefined };
  viewer: ComponentType<GuestViewerProps>;
  onRetry: () => void;
}

/** The documents that a visitor was given, share by share. */
export function SharesPage({ opened, onRetry, ...props }: SharesPageProps) {
  const t = useTranslations('publicShares');
  const errorMessage = useErrorMessage('sharing');
  return (
    <div className={css.page}>
      <PageHeading title={t('title')} subtitle={t('listSubtitle')} actions={<EndVisit variant="secondary" />} />
      {'error' in opened ? (
        <ErrorState
          message={errorMessage(opened.error)}
          isOffline={opened.error instanceof NetworkError}
          onRetry={onRetry}
        />
      ) : (
        <>
          <OtherVisit proof={opened.data.proof} onShow={onRetry} />
          <Shares key={opened.data.proof} visit={opened.data} {...props} />
        </>
      )}
    </div>
  );
}

const readStoredProof = () => readToken('sharingAuthToken');

/** Another tab has proved something else: this one shows what it did until its user changes it, or loads it again. */
function OtherVisit({ proof, onShow }: { proof: string; onShow: () => void }) {
  const t = useTranslations('publicShares');
  const stored = useSyncExternalStore(onTokensChangedElsewhere, readStoredProof);
  if (stored === null || stored === proof) return null;
  return (
    <Alert tone="info" title={t('otherTitle')} isLive actions={<Button onPress={onShow}>{t('otherShow')}</Button>}>
      {t('otherText')}
    </Alert>
  );
}

interface SharesProps extends Pick<SharesPageProps, 'shown' | 'viewer'> {
  visit: Visit;
}

function Shares({ visit, shown, viewer }: SharesProps) {
  const { shares, proof } = visit;
  const navigate = useNavigate();
  const router = useRouter();
  const isFromList = useLocation({ select: ({ state }) => state.isFromList ?? false });
  const [contents] = useState(() => new SharedContents(proof));
  const { readIds, markRead } = useReadMarks(visit);
  const leave = useLeave(visit);
  const show = (share: PublicSharing, document: PublicDocument) =>
    void navigate({
      to: '/public/sharings-list',
      search: { share: share.id, document: document.id },
      state: { isFromList: isFromList || !shown.document },
      replace: shown.document !== undefined,
      resetScroll: false,
    });
  const close = () => {
    if (isFromList) router.history.back();
    else void navigate({ to: '/public/sharings-list', search: {}, replace: true, resetScroll: false });
  };
  return shares.map((share) => (
    <ShareCard
      key={share.id}
      share={share}
      isUnread={share.unread && !readIds.has(share.id)}
      contents={contents}
      shown={share.id === shown.share ? shown.document : undefined}
      viewer={viewer}
      onShow={(document) => show(share, document)}
      onClose={close}
      onMarkRead={(options) => void markRead(share, options)}
      onFault={leave}
    />
  ));
}

/** Unread marks go at once; one that the server keeps comes back with the next visit. */
function useReadMarks(visit: Visit) {
  const t = useTranslations('publicShares');
  const notify = useNotify();
  const errorMessage = useErrorMessage('sharing');
  const leave = useLeave(visit);
  const [readIds, setReadIds] = useState<ReadonlySet<string>>(new Set());
  const markRead = async ({ id, unread }: PublicSharing, { isAsked }: { isAsked: boolean }): Promise<void> => {
    if (!unread || readIds.has(id)) return;
    setReadIds((before) => new Set(before).add(id));
    try {
      await call(markSharingAsRead, { params: { id }, token: visit.proof });
      if (isAsked) notify({ text: t('markedRead') });
    } catch (error) {
      if (leave(error)) return;
      setReadIds((before) => new Set([...before].filter((other) => other !== id)));
      if (isAsked) notify({ type: 'error', text: errorMessage(error) });
    }
  };
  return { readIds, markRead };
}
