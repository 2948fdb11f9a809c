import type { DocumentRequest } from '@perenne/contract/document-requests';
import { IconCopy, IconDots, IconFileDownload, IconFolder, IconHandStop } from '../../../ui/buttons/icons.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import row from '../line.module.css';
import { PagedList } from '../paged-list.tsx';
import { requestsQuery } from '../share-queries.ts';
import { useRemaining } from '../use-remaining.ts';
import { EndRequestDialog, RequestLinkDialog } from './request-dialogs.tsx';
import css from './request-list.module.css';
import { useRequestLink } from './use-requests.ts';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

export function RequestList({ onCreate }: { onCreate: () => void }) {
  const t = useTranslations('documentRequests');
  const query = useInfiniteQuery(requestsQuery);
  const [asked, setAsked] = useState<{ to: 'end' | 'link'; request: DocumentRequest; link?: string }>();
  const close = () => setAsked(undefined);
  return (
    <>
      <PagedList
        query={query}
        caption={t('caption')}
        shown={(count) => t('shown', count)}
        moreLabel={t('more')}
        empty={
          <EmptyState
            icon={<IconFileDownload size={36} stroke={1.5} />}
            title={t('emptyTitle')}
            actions={<Button onPress={onCreate}>{t('create')}</Button>}
          >
            {t('emptyText')}
          </EmptyState>
        }
      >
        {(request) => (
          <RequestRow
            key={request.id}
            request={request}
            onEnd={() => setAsked({ to: 'end', request })}
            onLink={(link) => setAsked({ to: 'link', request, link })}
          />
        )}
      </PagedList>
      {asked?.to === 'end' && <EndRequestDialog request={asked.request} onClose={close} />}
      {asked?.link && <RequestLinkDialog request={asked.request} link={asked.link} onClose={close} />}
    </>
  );
}

interface RequestRowProps {
  request: DocumentRequest;
  onEnd: () => void;
  onLink: (link: string) => void;
}

function RequestRow({ request, onEnd, onLink }: RequestRowProps) {
  const t = useTranslations('documentRequests');
  const formats = useFormats();
  const remaining = useRemaining();
  const { title, email, delivery, received, maxFiles, status, expirationDate } = request;
  return (
    <li className={css.row}>
      <span className={row.icon}>
        <IconFileDownload size={22} stroke={1.6} aria-hidden />
      </span>
      <div className={row.words}>
        <b className={css.title}>{title}</b>
        <p className={row.facts}>
          {email ? t('to', { email }) : t('byLink')} · {t('received', { count: received.count, max: maxFiles })}
          {received.lastAt && <>, {t('receivedLast', { date: formats.dateShort(received.lastAt) })}</>}
        </p>
        {delivery === 'FAILED' && status === 'active' && <Badge tone="danger">{t('failed')}</Badge>}
      </div>
      <p className={row.end}>
        <b>{remaining(request)}</b>
        <span>{formats.dateShort(expirationDate)}</span>
      </p>
      <RequestMenu request={request} onEnd={onEnd} onLink={onLink} />
    </li>
  );
}

function RequestMenu({ request, onEnd, onLink }: RequestRowProps) {
  const t = useTranslations('documentRequests');
  const navigate = useNavigate();
  const link = useRequestLink();
  const { id, title, folderId, categoryId, status } = request;
  const open = () =>
    void navigate({
      to: '/documents/{-$folderId}',
      params: folderId ? { folderId } : {},
      search: folderId || !categoryId ? {} : { category: categoryId },
    });
  const copy: MenuEntry = {
    id: 'link',
    label: t('copyLink'),
    icon: <IconCopy {...icon} />,
    isDisabled: link.isPending,
    onAction: () => link.mutate(id, { onSuccess: (made) => onLink(made.link) }),
  };
  return (
    <Menu
      label={t('actionsOf', { title })}
      trigger={
        <IconButton label={t('actionsOf', { title })}>
          <IconDots size={20} stroke={1.75} aria-hidden />
        </IconButton>
      }
      entries={[
        ...(status === 'active' ? [copy] : []),
        { id: 'open', label: t('open'), icon: <IconFolder {...icon} />, onAction: open },
        {
          id: 'end',
          label: status === 'active' ? t('end') : t('remove'),
          icon: <IconHandStop {...icon} />,
          isDanger: true,
          onAction: onEnd,
        },
      ]}
    />
  );
}
