import type { PublicDocument, PublicSharing } from '@perenne/contract/public-sharings';
import { IconChecks, IconDownload } from '../../ui/buttons/icons.ts';
import { type ComponentType, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../lib/i18n/formats.ts';
import type { GuestViewerProps } from '../../lib/documents/guest-viewer.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { CancelDownload, DownloadFault, DownloadOfShown, DownloadProgress } from './download-state.tsx';
import css from './share-card.module.css';
import type { SharedContents } from './shared-contents.ts';
import { SharedRow } from './shared-row.tsx';
import { archive, type Downloads, useDownloads } from './use-downloads.ts';
import { useFacts } from './use-facts.ts';

interface ShareCardProps {
  share: PublicSharing;
  isUnread: boolean;
  contents: SharedContents;
  /** The document over the page, if it is of this share. */
  shown: string | undefined;
  viewer: ComponentType<GuestViewerProps>;
  onShow: (document: PublicDocument) => void;
  onClose: () => void;
  onMarkRead: (options: { isAsked: boolean }) => void;
  /** True where an error leads elsewhere, and is not to be shown here. */
  onFault: (error: unknown) => boolean;
}

/** A share: who gives what, until when, and its documents. */
export function ShareCard(props: ShareCardProps) {
  const { share, isUnread, contents, shown, onShow, onMarkRead, onFault } = props;
  const t = useTranslations('publicShares');
  const formats = useFormats();
  const onTaken = () => onMarkRead({ isAsked: false });
  const downloads = useDownloads({ share, contents, onTaken, onFault });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isMany = share.documents.length > 1;
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <section className={css.card} aria-labelledby={`share-${share.id}`}>
      <header className={css.head}>
        <h2 id={`share-${share.id}`}>{share.title}</h2>
        {isUnread && <Badge tone="info">{t('new')}</Badge>}
        <p className={css.facts}>
          <span>{t('from', { sender: share.sender })}</span>{' '}
          <span>{t('until', { date: formats.dateTime(share.expirationDate) })}</span>
        </p>
      </header>
      {share.message && (
        <blockquote className={css.message} aria-label={t('messageOf', { sender: share.sender })}>
          {share.message}
        </blockquote>
      )}
      {shown === undefined && <DownloadFault fault={downloads.fault} />}
      <ul className={css.documents} aria-label={t('documents')}>
        {share.documents.map((document) => (
          <SharedRow
            key={document.id}
            shareId={share.id}
            document={document}
            downloads={downloads}
            {...(isMany ? { isChosen: chosen.has(document.id), onChoose: () => toggle(document.id) } : {})}
          />
        ))}
      </ul>
      <CardActions {...{ share, isUnread, chosen, downloads, onMarkRead }} />
      {shown !== undefined && (
        <Shown {...props} shown={shown} onShow={onShow} onTaken={onTaken} downloads={downloads} />
      )}
    </section>
  );
}

interface CardActionsProps extends Pick<ShareCardProps, 'share' | 'isUnread' | 'onMarkRead'> {
  chosen: ReadonlySet<string>;
  downloads: Downloads;
}

function CardActions({ share: { title, documents }, isUnread, chosen, downloads, onMarkRead }: CardActionsProps) {
  const t = useTranslations('publicShares');
  const [only] = documents;
  const wanted = chosen.size > 0 ? documents.filter(({ id }) => chosen.has(id)) : documents;
  const take = () => {
    const [first, ...others] = wanted;
    if (first && others.length === 0) downloads.download(first);
    else downloads.downloadSeveral(wanted);
  };
  const ofMany =
    chosen.size > 0 ? t('downloadChosen', { count: chosen.size }) : t('downloadAll', { count: documents.length });
  return (
    <footer className={css.actions}>
      {only && (
        <Button variant="primary" isPending={downloads.isArchiving} onPress={take}>
          <IconDownload size={19} stroke={1.75} aria-hidden />
          {documents.length > 1 ? ofMany : t('downloadOne')}
        </Button>
      )}
      {downloads.isArchiving && (
        <div className={css.archive}>
          <DownloadProgress document={{ id: archive, title }} downloads={downloads} />
          <CancelDownload document={{ id: archive, title }} downloads={downloads} />
        </div>
      )}
      {isUnread && (
        <Button variant="quiet" onPress={() => onMarkRead({ isAsked: true })}>
          <IconChecks size={19} stroke={1.75} aria-hidden />
          {t('markRead')}
        </Button>
      )}
      <output className="sr">
        {downloads.isArchiving && t('preparing')}
        {downloads.saved !== undefined && t('saved', { title: downloads.saved })}
      </output>
    </footer>
  );
}

interface ShownProps extends ShareCardProps {
  shown: string;
  onTaken: () => void;
  downloads: Downloads;
}

/** The document over the page, with those of its share beside it. */
function Shown(props: ShownProps) {
  const { share, shown, contents, onShow, onClose, onFault, onTaken, downloads } = props;
  const Viewer = props.viewer;
  const t = useTranslations('publicShares');
  const factsOf = useFacts();
  const { documents } = share;
  const index = documents.findIndex(({ id }) => id === shown);
  const document = documents[index];
  if (!document) return null;
  const [previous, next] = [documents[index - 1], documents[index + 1]];
  return (
    <Viewer
      document={document}
      facts={factsOf(document)}
      read={async (options) => {
        const content = await contents.read(share, document, options);
        onTaken();
        return content;
      }}
      onFault={onFault}
      downloadLabel={t('download', { title: document.title })}
      onDownload={() => downloads.download(document)}
      isDownloading={downloads.progressOf(document.id) !== undefined}
      transfer={<DownloadOfShown document={document} downloads={downloads} />}
      position={index + 1}
      total={documents.length}
      showPrevious={previous && (() => onShow(previous))}
      showNext={next && (() => onShow(next))}
      onClose={onClose}
    />
  );
}
