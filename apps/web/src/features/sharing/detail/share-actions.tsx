import type { Share } from '@perenne/contract/shares';
import {
  IconCalendarPlus,
  IconCopy,
  IconDots,
  IconHandStop,
  IconLinkOff,
  IconMailForward,
  IconTrash,
} from '../../../ui/buttons/icons.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { DeleteShareDialog, RenewDialog, StopDialog } from './end-dialogs.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { useLink } from './use-share-actions.ts';

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

type Asked = 'extend' | 'sendAgain' | 'stop' | 'delete' | 'renew';

/** The actions on a share as a whole. */
export function ShareActions({ share }: { share: Share }) {
  const t = useTranslations('shares');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const link = useLink(share);
  const close = () => setAsked(undefined);
  const isActive = share.status === 'active';
  // Each of several recipients has their own, beside their name.
  const hasOneLink = share.mode === 'LINK' || share.recipients.length === 1;
  const entries: MenuEntry[] = [
    ...(hasOneLink
      ? [{ id: 'renew', label: t('renewLink'), icon: <IconLinkOff {...icon} />, onAction: () => setAsked('renew') }]
      : []),
    {
      id: 'delete',
      label: t('delete'),
      icon: <IconTrash {...icon} />,
      isDanger: true,
      onAction: () => setAsked('delete'),
    },
  ];
  return (
    <>
      {isActive && (
        <>
          {hasOneLink && (
            <Button variant="primary" isPending={link.isPending} onPress={() => link.mutate({})}>
              <IconCopy {...icon} />
              {t('copyLink')}
            </Button>
          )}
          <Button onPress={() => setAsked('extend')}>
            <IconCalendarPlus {...icon} />
            {t('extend')}
          </Button>
          {share.mode === 'EMAIL' && (
            <Button onPress={() => setAsked('sendAgain')}>
              <IconMailForward {...icon} />
              {t('sendAgain')}
            </Button>
          )}
          <Button onPress={() => setAsked('stop')}>
            <IconHandStop {...icon} />
            {t('stop')}
          </Button>
          <Menu
            label={t('moreActions')}
            trigger={
              <IconButton label={t('moreActions')}>
                <IconDots size={20} stroke={1.75} aria-hidden />
              </IconButton>
            }
            entries={entries}
          />
        </>
      )}
      {!isActive && (
        <Button onPress={() => setAsked('delete')}>
          <IconTrash {...icon} />
          {t('delete')}
        </Button>
      )}
      {asked === 'extend' && <ExtendDialog share={share} onClose={close} />}
      {asked === 'sendAgain' && <SendAgainDialog share={share} onClose={close} />}
      {asked === 'stop' && <StopDialog share={share} onClose={close} />}
      {asked === 'renew' && <RenewDialog share={share} onClose={close} />}
      {asked === 'delete' && (
        <DeleteShareDialog
          share={share}
          onClose={close}
          onDeleted={() => void navigate({ to: '/shares', search: isActive ? {} : { view: 'expired' }, replace: true })}
        />
      )}
    </>
  );
}
